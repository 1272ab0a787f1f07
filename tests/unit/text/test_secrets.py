"""The scrubber. Nothing here looks like a live secret: each is put together when the test runs."""

import random
import string
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.text.secrets import MASK, find_secrets, mask, scrub

LETTERS_AND_DIGITS = string.ascii_letters + string.digits


def drawn(size: int, letters: str = LETTERS_AND_DIGITS, seed: int = 7) -> str:
    return "".join(random.Random(seed).choices(letters, k=size))


HEX = "0123456789abcdef"
PASSWORD = "Tr0ub" + "4dor&3"
KEY = drawn(40)


def shaped() -> dict[str, str]:
    return {
        "aws": "AK" + "IA" + drawn(16, string.ascii_uppercase + "234567"),
        "github": "gh" + "p_" + drawn(36),
        "gitlab": "gl" + "pat-" + drawn(20),
        "google": "AI" + "za" + drawn(35),
        "slack": "xo" + "xb-" + drawn(12, string.digits) + "-" + drawn(12, string.digits) + "-" + drawn(24),
        "stripe": "sk" + "_live_" + drawn(24),
        "sendgrid": "S" + "G." + drawn(22) + "." + drawn(43),
        "openai": "sk" + "-" + drawn(20) + "T3Blbk" + "FJ" + drawn(20),
        "anthropic": "sk" + "-ant-api03-" + drawn(93) + "AA",
        "huggingface": "h" + "f_" + drawn(34, string.ascii_letters),
        "databricks": "da" + "pi" + drawn(32, HEX),
        "vault": "hv" + "s." + drawn(95),
        "digitalocean": "do" + "p_v1_" + drawn(64, HEX),
        "telegram": "123456789:A" + "A" + drawn(33),
        "terraform": drawn(14) + ".atlas" + "v1." + drawn(64),
        "azure-client": drawn(3) + "8Q" + "~" + drawn(33),
        "mailchimp": drawn(32, HEX) + "-u" + "s12",
        "jwt": "ey" + "JhbGciOiJIUzI1NiJ9.ey" + "JzdWIiOiIxMjM0In0." + drawn(43),
    }


@pytest.mark.parametrize(("rule", "token"), shaped().items(), ids=shaped())
@pytest.mark.parametrize(
    "around", ["{}", "see {} below", '"{}"', "({})", "x={}", "a: {},", "<b>{}</b>", "`{}`.", "https://h/?q={}&r=1"]
)
def test_a_token_of_known_shape_is_found_wherever_it_stands(rule: str, token: str, around: str) -> None:
    text = f"Грюße {around.format(token)}\nand so on"
    (secret,) = find_secrets(text)
    assert text[secret.start : secret.end] == token
    assert secret.rule == rule


@pytest.mark.parametrize(
    "line",
    [
        "password = '{}'",
        'DB_PASSWORD="{}"',
        "export DB_PASS={}",
        '"password": "{}",',
        "password: {}",
        "<password>{}</password>",
        "Server=db;User Id=sa;Password={};Timeout=3",
        "--password={}",
        'if (password == "{}")',
        'if ("{}" == password)',
        "postgres://app:{}@db.internal/app",
        "curl -u admin:{} https://host/",
        "client_secret => '{}'",
        'passphrase "{}"',
    ],
)
def test_a_password_is_found_by_what_stands_before_it(line: str) -> None:
    text = line.format(PASSWORD)
    (secret,) = find_secrets(text)
    assert text[secret.start : secret.end] == PASSWORD


@pytest.mark.parametrize(
    "line",
    [
        "api_key = '{}'",
        "API_KEY={}",
        "apiKey: '{}'",
        '"access_token": "{}"',
        "X-Api-Key: {}",
        "Authorization: Bearer {}",
        "authorization: token {}",
        "tool --api-key {}",
        "//registry.host/:_authToken={}",
        "AccountKey={};",
        'os.environ["API_TOKEN"] = "{}"',
        '<add key="apiKey" value="{}"/>',
    ],
)
def test_a_key_is_found_by_what_stands_before_it(line: str) -> None:
    text = line.format(KEY)
    assert [text[secret.start : secret.end] for secret in find_secrets(text)] == [KEY]


@pytest.mark.parametrize("frame", ["RSA PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK"])
@pytest.mark.parametrize("is_whole", [True, False], ids=["whole", "cut off"])
def test_of_a_private_key_everything_in_its_frame_is_masked(frame: str, is_whole: bool) -> None:
    body = "\n".join(drawn(64, seed=n) for n in range(6))
    end = f"\n-----END {frame}-----\nafter it" if is_whole else "\n\nafter it, prose goes on"
    text = f"before\n-----BEGIN {frame}-----\n{body}{end}"
    clean = scrub(text)
    assert not any(line in clean for line in body.split("\n"))
    assert clean.count("\n") == text.count("\n")
    assert clean.startswith(f"before\n-----BEGIN {frame}-----\n")
    assert clean.endswith(end)


@pytest.mark.parametrize(
    "text",
    [
        "password = os.environ['DB_PASSWORD']",
        "password = getpass.getpass()",
        "password: ${DB_PASSWORD}",
        "password: {{ vault.db_password }}",
        "password=$DB_PASSWORD",
        'password = "%s" % value',
        'password = "changeme1"',
        'password = "your-password-1"',
        'api_key = "xxxxxxxxxxxxxxxx1"',
        "api_key = <your key 1>",
        "api_key: [REDACTED1]",
        "token = next(tokens2)",
        "token = parser.token2",
        "secret = self.secret1;",
        "the password must have 8 characters",
        "Pass `strict=False1` to it",
        "public_key = '" + KEY + "'",
        "csrf_token = '" + KEY + "'",
        "token_url = 'https://host/oauth2/token1'",
        "key_id: 6c84fb90-12c4-11e1-840d-7b25c5ee775a",
        "commit 6c84fb9012c411e1840d7b25c5ee775a6c84fb90",
        "sha256:" + drawn(64, HEX),
        "id = 6c84fb90-12c4-11e1-840d-7b25c5ee775a",
        "https://user:password@host/",
        "https://host:8080/path@2",
        "curl -u user:$PASSWORD https://host",
        "Authorization: Bearer <token>",
        "AK" + "IAIOSFODNN7EXAMPLE",
        "gh" + "p_" + "x" * 36,
        "-----BEGIN PUBLIC KEY-----\n" + KEY + "\n-----END PUBLIC KEY-----",
        "-----BEGIN PRIVATE KEY----- is how such a file begins, and what follows is base64.",
        "keyboard = 'qwerty12345678'",
        "author = 'jdoe2'",
    ],
)
def test_what_only_looks_like_one_is_left(text: str) -> None:
    assert find_secrets(text) == []
    assert scrub(text) == text


def test_a_mask_is_as_long_as_what_it_hides() -> None:
    text = f"a\npassword = '{PASSWORD}'\nb 🎉 {shaped()['github']} c"
    clean = mask(text, find_secrets(text))
    assert len(clean) == len(text)
    assert clean.startswith(f"a\npassword = '{MASK * len(PASSWORD)}'\nb 🎉 {MASK}")
    assert clean.endswith(f"{MASK} c")


def test_a_secret_under_a_telling_name_is_one_secret() -> None:
    text = f"GITHUB_TOKEN={shaped()['github']}"
    assert len(find_secrets(text)) == 1


_pieces = st.lists(
    st.one_of(
        st.text(max_size=20),
        st.sampled_from(
            ["password=", "token: ", '"', "'", "\n", " ", "://", ":", "@", "=", "İ", "ß", "curl -u ", "-----"]
        ),
        st.sampled_from([PASSWORD, KEY, *shaped().values()]),
    ),
    max_size=12,
)


@given(_pieces)
def test_in_any_text_spans_are_in_order_and_masking_keeps_every_place(pieces: list[str]) -> None:
    text = "".join(pieces)
    secrets = find_secrets(text)
    edges = [edge for secret in secrets for edge in (secret.start, secret.end)]
    assert edges == sorted(edges)
    assert all(0 <= secret.start < secret.end <= len(text) for secret in secrets)
    clean = mask(text, secrets)
    assert len(clean) == len(text)
    assert [n for n, letter in enumerate(text) if letter == "\n"] == [
        n for n, letter in enumerate(clean) if letter == "\n"
    ]
    for secret in secrets:
        assert set(clean[secret.start : secret.end]) <= {MASK, "\n"}


@given(_pieces)
def test_what_was_scrubbed_has_no_token_left(pieces: list[str]) -> None:
    clean = scrub(" ".join(pieces))
    assert not any(token in clean for rule, token in shaped().items() if rule not in ("azure-client", "telegram"))


@pytest.mark.parametrize(
    "hostile",
    [
        "a" * 100_000,
        "A1b2-_" * 17_000,
        "password" * 12_000,
        "password = " * 10_000,
        "password='" * 10_000,
        'key="' * 20_000,
        "://a:b" * 17_000,
        "curl -u " * 12_000,
        "-----BEGIN PRIVATE KEY-----" * 3_000,
        "ey" + "J" + "A" * 100_000 + ".",
        ("ey" + "Jaaaaaaaaaa.") * 7_000,
        "sk-ant-api03-" * 7_000,
        "sk-" * 32_000,
        "xo" + "xb-1234567890-" * 7_000,
        "Q~" * 50_000,
        ".aaaaaa." * 12_000,
        "auth" * 25_000,
        "=" * 100_000,
        "token" + "\t" * 100_000,
        '"' * 50_000 + " == password" * 5_000,
        "1:AA" * 25_000,
        "a.b-c_" * 17_000,
    ],
    ids=lambda text: text[:12].strip() or "blank",
)
def test_no_text_takes_long(hostile: str) -> None:
    """A hang guard: each takes a fraction of a second, and a quadratic rule would take minutes."""
    began = time.process_time()
    find_secrets(hostile)
    assert time.process_time() - began < 10
