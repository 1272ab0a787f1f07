"""What each language's functions and classes are called, and where they begin and end."""

import pytest

from tests.unit.chunking.test_code import chunk, outline

SAMPLES = {
    "javascript": (
        """\
import a from 'b';

/** Doc. */
export default class Shop extends Base {
  size = 1;

  total() {
    return 1;
  }

  pay = () => {
    return 2;
  };
}

export const add = async (a) => {
  return a;
};

module.exports.sub = function () {
  return 1;
};

function* many() {
  yield 1;
}
""",
        [
            (None, 1, 1),
            ("Shop", 3, 5),
            ("Shop.total", 7, 9),
            ("Shop.pay", 11, 13),
            ("add", 16, 18),
            ("module.exports.sub", 20, 22),
            ("many", 24, 26),
        ],
    ),
    "typescript": (
        """\
import { a } from 'b';

interface Order {
  id: number;
  total(): number;
}

export abstract class Desk {
  private x: number;

  @log()
  pay(): void {
  }
}

namespace Shop {
  export function open(): void {
  }
}

export type Id = {
  a: string;
};
""",
        [
            (None, 1, 1),
            ("Order", 3, 6),
            ("Desk", 8, 9),
            ("Desk.pay", 11, 13),
            ("Shop", 16, 16),
            ("Shop.open", 17, 18),
            ("Id", 21, 23),
        ],
    ),
    "tsx": (
        """\
export const Button = (props: Props) => {
  return <b>{props.text}</b>;
};
""",
        [("Button", 1, 3)],
    ),
    "java": (
        """\
package a.b;

import c.D;

/** Doc. */
@Service
public class Desk {
  int x;

  Desk() {
  }

  @Override
  public int total() {
    return 1;
  }

  abstract void later();
}

record Pair(int a) {
}
""",
        [
            (None, 1, 3),
            ("Desk", 5, 8),
            ("Desk.Desk", 10, 11),
            ("Desk.total", 13, 16),
            ("Desk", 18, 19),
            ("Pair", 21, 22),
        ],
    ),
    "go": (
        """\
package m

import "fmt"

// Serve does.
func (s *Server[T]) Serve(x int) {
}

func main() {
}

type Server struct {
	port int
}
""",
        [(None, 1, 3), ("Server.Serve", 5, 7), ("main", 9, 10), ("Server", 12, 14)],
    ),
    "rust": (
        """\
use a::b;

/// Doc.
#[derive(Debug)]
pub struct Desk {
    x: i32,
}

impl<T> Pay for Desk<T> {
    /// Pays.
    fn pay(&self) {
    }
}

trait Pay {
    fn pay(&self);
}

mod tests {
    #[test]
    fn works() {
    }
}
""",
        [
            (None, 1, 1),
            ("Desk", 3, 7),
            ("Desk", 9, 9),
            ("Desk.pay", 10, 12),
            ("Pay", 15, 17),
            ("tests", 19, 19),
            ("tests.works", 20, 22),
        ],
    ),
    "c": (
        """\
#ifndef A_H
#define A_H

int proto(int);

/* Doc. */
static char *name(void) {
  return 0;
}

typedef struct {
  int x;
} Desk;

#endif
""",
        [(None, 1, 4), ("name", 6, 9), ("Desk", 11, 13)],
    ),
    "cpp": (
        """\
#include <a>

namespace shop {

template <class T>
class Desk : Base {
 public:
  Desk() {
  }

  bool operator==(const Desk& o) {
    return true;
  }
};

void Desk::pay() {
}

}
""",
        [
            (None, 1, 1),
            ("shop", 3, 3),
            ("shop.Desk", 5, 6),
            ("shop.Desk.Desk", 7, 9),
            ("shop.Desk.operator==", 11, 13),
            ("shop.Desk.pay", 16, 17),
        ],
    ),
    "csharp": (
        """\
using System;

namespace Shop {
  /// Doc.
  [Attr]
  public class Desk {
    int x;

    public int Total() {
      return 1;
    }
  }

  interface IPay {
    void Pay();
  }
}
""",
        [(None, 1, 1), ("Shop", 3, 3), ("Shop.Desk", 4, 7), ("Shop.Desk.Total", 9, 11), ("Shop.IPay", 14, 16)],
    ),
    "ruby": (
        """\
require 'a'

module Shop
  class Desk < Base
    attr_reader :x

    # Doc.
    def total(a)
      1
    end

    private

    def self.open
    end
  end
end
""",
        [(None, 1, 1), ("Shop", 3, 3), ("Shop.Desk", 4, 5), ("Shop.Desk.total", 7, 10), ("Shop.Desk.open", 12, 15)],
    ),
    "php": (
        """\
<?php

namespace Shop;

use A\\B;

/** Doc. */
#[Attr]
class Desk {
  public $x;

  public function total() {
    return 1;
  }
}

function pay() {
}
""",
        [(None, 1, 3), (None, 5, 5), ("Desk", 7, 10), ("Desk.total", 12, 14), ("pay", 17, 18)],
    ),
    "kotlin": (
        """\
package shop

import a.B

/** Doc. */
@Service
class Desk(val x: Int) : Base() {
  fun total(): Int {
    return 1
  }
}

object Till {
  fun open() {
  }
}

fun pay() = 3
""",
        [(None, 1, 3), ("Desk", 5, 7), ("Desk.total", 8, 10), ("Till", 13, 13), ("Till.open", 14, 15), ("pay", 18, 18)],
    ),
    "swift": (
        """\
import Foundation

/// Doc.
@objc class Desk: Base {
  var x = 1

  func total() {
  }

  init() {
  }
}

func pay() {
}
""",
        [(None, 1, 1), ("Desk", 3, 5), ("Desk.total", 7, 8), ("Desk.init", 10, 11), ("pay", 14, 15)],
    ),
    "scala": (
        """\
package shop

import a.B

/** Doc. */
class Desk(x: Int) {
  def total(y: Int) = {
    1
  }
}

object Till {
  def open = {
    1
  }
}
""",
        [(None, 1, 3), ("Desk", 5, 6), ("Desk.total", 7, 9), ("Till", 12, 12), ("Till.open", 13, 15)],
    ),
    "bash": (
        """\
#!/bin/sh

set -e

# Doc.
total() {
  echo 1
}

function pay {
  echo 2
}

total
""",
        [(None, 1, 3), ("total", 5, 8), ("pay", 10, 12), (None, 14, 14)],
    ),
    "sql": (
        """\
-- Doc.
CREATE TABLE desk (
  id int
);

SELECT 1;

CREATE VIEW till AS SELECT 1;
""",
        [("desk", 1, 4), (None, 6, 6), ("till", 8, 8)],
    ),
    "lua": (
        """\
local x = 1

-- Doc.
local function total()
end

function Desk:pay()
end
""",
        [(None, 1, 1), ("total", 3, 5), ("Desk.pay", 7, 8)],
    ),
    "elixir": (
        """\
defmodule Shop.Desk do
  use Base

  @doc "Doc."
  @spec total(x) :: y
  def total(0) do
    1
  end

  def total(x) when x > 1, do: 2

  defp pay(x) do
    x
  end
end
""",
        [("Shop.Desk", 1, 2), ("Shop.Desk.total", 4, 10), ("Shop.Desk.pay", 12, 14)],
    ),
    "haskell": (
        """\
module M where

import A

-- | Doc.
total :: Int -> Int
total 0 = 1
total x = 2

data Desk = A | B

pay = 3
""",
        [(None, 1, 3), ("total", 5, 8), ("Desk", 10, 10), ("pay", 12, 12)],
    ),
    "perl": (
        """\
use strict;

# Doc.
sub total {
  return 1;
}

sub pay {
  return 2;
}
""",
        [(None, 1, 1), ("total", 3, 6), ("pay", 8, 10)],
    ),
}


@pytest.mark.parametrize("language", SAMPLES)
def test_definitions_are_found_with_their_names_and_lines(language: str) -> None:
    text, expected = SAMPLES[language]
    assert outline(chunk(text, language)) == expected


def test_names_that_other_tools_use_are_understood() -> None:
    text, expected = SAMPLES["csharp"]
    assert outline(chunk(text, "c_sharp")) == expected
