"""Whether a sentence is supported, contradicted or unknown, by rules: how often they are right, and why."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.why_more_worlds import MORE_WORLDS
from tests.why_worlds import WORLDS
from wherefrom import Knowledge
from wherefrom.bootstrap import open_settings
from wherefrom.claims.why.opinions import Reading, RulesJudge
from wherefrom.config import Settings
from wherefrom.core.support import Verdict
from wherefrom.demo.corpus import write_corpus

SENTENCES = Path(__file__).parents[2] / "why_sentences.tsv"
MORE_SENTENCES = SENTENCES.with_name("why_more_sentences.tsv")
ALL_WORLDS = WORLDS | MORE_WORLDS
Table = Counter[tuple[str, str]]


@pytest.fixture(scope="module")
def lantern(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Knowledge]:
    """A store that has read the demo corpus."""
    folder = tmp_path_factory.mktemp("lantern")
    with open_settings(Settings(store=str(folder / "store.db"), embedder="hash")) as knowledge:
        knowledge.ingest(str(write_corpus(folder / "corpus")))
        yield knowledge


def labelled(file: Path = SENTENCES) -> list[tuple[str, str]]:
    rows = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()]
    return [(label, sentence) for label, sentence in rows]


def precision(table: Table, verdict: str) -> float:
    given = {label: table[label, verdict] for label in Verdict}
    return given[Verdict(verdict)] / max(1, sum(given.values()))


def recall(table: Table, verdict: str) -> float:
    return table[verdict, verdict] / sum(table[verdict, other] for other in Verdict)


def told(table: Table) -> str:
    rows = [f"{label.value:<13}" + "".join(f"{table[label, other]:>14}" for other in Verdict) for label in Verdict]
    heads = f"{'':<13}" + "".join(f"{other.value:>14}" for other in Verdict)
    return "\n".join([heads, *rows])


def test_two_hundred_sentences_about_the_demo_corpus_are_judged_rightly_or_not_at_all(lantern: Knowledge) -> None:
    sentences = labelled()
    assert len(sentences) == 200
    assert min(Counter(label for label, _ in sentences).values()) >= 60
    assert_right(judged(lantern, sentences), least_recall=0.6)


def test_sentences_that_strangers_might_write_are_judged_rightly_or_not_at_all(lantern: Knowledge) -> None:
    """Paraphrases, half-truths and traps, written from the documents alone and run once before a rule was changed."""
    assert_right(judged(lantern, labelled(MORE_SENTENCES)), least_recall=0.5)


def judged(knowledge: Knowledge, sentences: Iterable[tuple[str, str]]) -> Table:
    return Counter((label, knowledge.why(sentence).verdict.value) for label, sentence in sentences)


def assert_right(table: Table, *, least_recall: float) -> None:
    print("\n" + told(table))
    for verdict in (Verdict.SUPPORTED, Verdict.CONTRADICTED):
        print(f"{verdict}: precision {precision(table, verdict):.3f}, recall {recall(table, verdict):.3f}")
        assert precision(table, verdict) >= 0.9, told(table)
        assert recall(table, verdict) >= least_recall, told(table)


@pytest.mark.parametrize("world", ALL_WORLDS)
def test_the_rules_hold_in_other_worlds(world: str) -> None:
    readings, rows = ALL_WORLDS[world]
    judge = RulesJudge()
    pairs = [row.split(": ", 1) for row in rows.strip().splitlines()]
    table: Table = Counter((label, judge.judge(sentence, readings).verdict.value) for label, sentence in pairs)
    print("\n" + told(table))
    for verdict in (Verdict.SUPPORTED, Verdict.CONTRADICTED):
        assert precision(table, verdict) >= 0.9, told(table)


def verdict_on(sentence: str, *texts: str) -> str:
    return RulesJudge().judge(sentence, [Reading(text) for text in texts]).verdict.value


@pytest.mark.parametrize(
    ("sentence", "text", "verdict"),
    [
        ("The limit is ten.", "The limit is 10.", "supported"),
        ("The limit is ten.", "The limit is 11.", "contradicted"),
        ("The office closes at six.", "If it rains, the office closes at six.", "unknown"),
        ("The office closes at six.", "Perhaps the office closes at six.", "unknown"),
        ("The office closes at six.", "Does the office close at six?", "unknown"),
        ("Does the office close at six?", "The office closes at six.", "unknown"),
        ("Guests must sign the book.", "Guests can sign the book.", "unknown"),
        ("Guests can sign the book.", "Guests must sign the book.", "supported"),
        ("The shop delivers.", "The shop does not deliver on Sundays.", "unknown"),
        ("The shop does not deliver.", "The shop does not deliver on Sundays.", "unknown"),
        ("Smoking is forbidden in the hall.", "Smoking is not allowed in the hall.", "supported"),
        ("Smoking isn't forbidden in the hall.", "Smoking is allowed in the hall.", "supported"),
        ("Smoking is allowed in the hall.", "Smoking is forbidden in the hall.", "contradicted"),
        ("The bridge opened on 3 May 2019.", "The bridge opened on 2019-05-03.", "supported"),
        ("The bridge opened in 2019.", "The bridge opened on 3 May 2019.", "supported"),
        ("The bridge opened on 4 May 2019.", "The bridge opened on 3 May 2019.", "contradicted"),
        ("The bridge opened on 3 May 2019.", "The bridge opened in 2019.", "unknown"),
        ("A ticket costs 3 dollars.", "A ticket costs 3 euros.", "contradicted"),
        ("A pass lasts 120 minutes.", "A pass lasts two hours.", "supported"),
        ("A pass lasts at least one hour.", "A pass lasts two hours.", "supported"),
        ("A pass lasts at most one hour.", "A pass lasts two hours.", "contradicted"),
        ("A parcel of 30 kilos needs a form.", "A parcel of more than 20 kilos needs a form.", "supported"),
        ("A parcel of 10 kilos needs a form.", "A parcel of more than 20 kilos needs a form.", "unknown"),
        ("Cats chase dogs before lunch.", "Lunch before cats chase dogs.", "contradicted"),
        ("Nurses earn less than doctors.", "Doctors earn less than nurses.", "contradicted"),
        ("Hunde sind im Büro erlaubt.", "Hunde sind im Büro erlaubt.", "supported"),
        ("Hunde sind im Büro erlaubt.", "Hunde sind im Büro nicht erlaubt.", "unknown"),
        ("Les chiens ne sont pas permis.", "Les chiens sont permis.", "unknown"),
        ("Mail goes to a@x.example.", "Mail goes to b@x.example.", "contradicted"),
        ("A code may have up to 64 signs.", "A code may have up to 128 signs.", "unknown"),
        ("A code may have up to 200 signs.", "A code may have up to 128 signs.", "contradicted"),
        ("Readers may borrow five books.", "Readers may borrow up to eight books.", "supported"),
        ("A squad has 25 players.", "A squad has at most 25 players.", "unknown"),
        ("Visitors talk to five guides.", "Visitors talk to at least three guides.", "unknown"),
        ("A run takes 45 minutes.", "A run takes about 40 minutes.", "unknown"),
        ("The pool closes at 20 o'clock.", "On Sundays the pool closes at 18 o'clock.", "unknown"),
    ],
)
def test_small_words_decide(sentence: str, text: str, verdict: str) -> None:
    assert verdict_on(sentence, text) == verdict


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("Cats chase dogs.", "Dogs chase cats."),
        ("The winery was bought.", "The press was bought from a winery."),
        ("The village stands on a rock.", "The tower stands on a rock near the village."),
        ("Hotels leave at five.", "Deliveries to hotels leave at five."),
        ("Tickets are answered within an hour.", "Urgent tickets are answered within an hour."),
        ("The director signs contracts.", "The director's assistant signs contracts."),
        ("Orders are sent by post.", "Orders are counted by hand, and letters are sent by post."),
        ("A nurse checks the vaccines.", "A nurse checks the doors, and the vaccines are kept cold."),
        ("The attic belongs to the flat.", "The cellar belongs to the flat, the attic is shared by all."),
        ("Guards leave keys.", "Guards collect keys before they leave."),
        ("Old keys are supported.", "Support for old keys was removed."),
        ("The office is in Ghent.", "The office was in Ghent."),
        ("The lamp burns oil.", "Before 1931 the lamp burned oil."),
        ("A bridge was built.", "Plans for a bridge that was built of wood were rejected."),
        ("Visits are booked online.", "Most visits are booked online."),
        ("Patients must arrive early.", "Patients should arrive early."),
        ("Everybody pays ten euros.", "Schools pay nothing, everybody else pays ten euros."),
        ("Fish need consent.", "Pets other than fish need consent."),
        ("The archive moved from disk to tape.", "The archive moved from tape to disk."),
        ("Crates are washed by the press.", "# The press\n\nCrates are washed on Mondays."),
        ("Volunteers need two hours.", "Volunteers need a two-hour introduction."),
        ("Teams may use seven balls.", "Teams bring seven balls and may use five of them."),
        ("The board does not meet in August.", "The board meets monthly, except in August."),
    ],
)
def test_all_the_words_of_a_sentence_are_not_yet_the_sentence(sentence: str, text: str) -> None:
    assert verdict_on(sentence, text) == "unknown"


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("Backups take an hour.", "Backups run at night and take an hour."),
        ("The keys are handed back.", "The laptop, the badge and the keys are handed back."),
        ("The trains were built by Hallmann.", "Hallmann built the trains."),
        ("On weekdays trains leave Ellery at nine.", "Trains leave Ellery at nine on weekdays."),
        ("Members deliver on Fridays.", "Members deliver on Tuesdays and Fridays."),
        ("Water is included.", "Heating and water are included, power is not."),
    ],
)
def test_what_is_told_in_another_order_is_told(sentence: str, text: str) -> None:
    assert verdict_on(sentence, text) == "supported"


ACCEPTS = "The parser accepts JSON and YAML."
REFUNDS = "Refunds over 100 euros need two approvals."
CARDS = "We do not store card numbers."
POSTGRES = "Production runs Postgres 15."


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("The parser accepts only JSON.", ACCEPTS),
        ("The parser accepts JSON exclusively.", ACCEPTS),
        ("All refunds need two approvals.", REFUNDS),
        ("Every refund needs two approvals.", REFUNDS),
        ("Refunds always need two approvals.", REFUNDS),
        ("Any refund needs two approvals.", "Refunds need two approvals."),
        ("We hardly ever store card numbers.", CARDS),
        ("We rarely store card numbers.", CARDS),
        ("We barely store card numbers.", "We store card numbers."),
        ("Logs are kept for scarcely 7 days.", "Logs are kept for 7 days."),
        ("Production will run Postgres 15.", POSTGRES),
        ("Production would run Postgres 15.", POSTGRES),
        ("Production won't run Postgres 15.", POSTGRES),
        ("They'll run Postgres 15 in production.", "They run Postgres 15 in production."),
        ("Production runs Postgres 15.", "Production will run Postgres 15."),
        ("The office is closed on Mondays.", "The office is closed on Sundays."),
        ("Alice works on Tuesdays.", "Alice works on Mondays."),
        ("The team has a bug bash in June.", "The team has a bug bash in March."),
        ("Support answers within a day.", "Support answers within four hours."),
        ("Support answers within an hour.", "Support answers within four hours."),
    ],
)
def test_what_a_small_word_adds_must_be_told_too(sentence: str, text: str) -> None:
    assert verdict_on(sentence, text) == "unknown"


@pytest.mark.parametrize(
    ("sentence", "text", "verdict"),
    [
        ("The parser accepts neither JSON nor YAML.", ACCEPTS, "contradicted"),
        ("The parser accepts JSON and YAML.", "The parser accepts neither JSON nor YAML.", "contradicted"),
        ("The parser does not accept JSON or YAML.", "The parser accepts neither JSON nor YAML.", "supported"),
        ("The parser accepts only JSON.", "The parser only accepts JSON.", "supported"),
        ("Every visitor signs.", "All visitors sign.", "supported"),
        ("Visitors are always alone.", "Visitors are never alone.", "contradicted"),
        ("Backups run each night.", "Backups run every night.", "supported"),
        ("Version 1 will end on 2027-03-31.", "Version 1 ends on 2027-03-31.", "supported"),
        ("The meeting is on Tuesday.", "The meeting is on Monday.", "contradicted"),
        ("The data is wiped every Monday.", "The data is wiped every Sunday.", "contradicted"),
        ("Support answers within eight hours.", "Support answers within four hours.", "contradicted"),
    ],
)
def test_what_a_small_word_adds_decides_where_it_is_told(sentence: str, text: str, verdict: str) -> None:
    assert verdict_on(sentence, text) == verdict


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("The shop sells bicycles.", "The shop sells bicycle lamps to dealers."),
        ("Security reports a lost device.", "# Security\n\nA lost device is reported to security@x.example."),
        ("Customers announce an incident.", "An incident is announced to all customers."),
        ("Hettich bought the mill.", "The mill was bought in 2019 from Hettich."),
        ("Children accompany an adult.", "Children are accompanied by an adult."),
        ("We chose RabbitMQ.", "We chose Kafka over RabbitMQ."),
        ("We prefer MySQL.", "We prefer Postgres to MySQL."),
        ("We prefer MySQL to Postgres.", "We prefer Postgres to MySQL."),
        ("The engineer approves deploys.", "# Deploys\n\nThe engineer approves hotfixes."),
        ("A day on call earns 250 euros.", "A week on call earns one day off and 250 euros."),
        ("Holidays of 27 days can be moved.", "Holidays are 27 days a year. Ten of them can be moved."),
        ("Receipts are handed in after 30 days.", "Receipts are handed in within 30 days."),
        ("The cache expires within 10 minutes.", "The cache expires after 10 minutes."),
        ("Vans can be booked on the same day.", "Vans are booked at least two days in advance."),
        ("The old hooks are still there.", "The old hooks are gone."),
        ("Goggles are worn in room 13.", "Goggles are worn in room 12 and room 14."),
        ("Children of twelve are accompanied.", "Children under ten are accompanied."),
        ("A key may make 500 requests.", "A key may make 600 requests."),
    ],
)
def test_the_same_words_in_other_parts_say_nothing(sentence: str, text: str) -> None:
    assert verdict_on(sentence, text) == "unknown"


@pytest.mark.parametrize(
    ("sentence", "text", "verdict"),
    [
        ("Hettich sold the mill.", "The mill was sold by Hettich in 2019.", "supported"),
        ("The harbour office keeps bags.", "Bags are kept by the harbour office.", "supported"),
        ("We prefer Postgres to MySQL.", "We prefer Postgres to MySQL.", "supported"),
        ("The shop sells bicycle lamps.", "The shop sells bicycle lamps to dealers.", "supported"),
        ("Cars can be booked on the same day.", "Cars can be booked on the same day.", "supported"),
        ("Samples are kept at 80 degrees.", "Samples are kept at minus 80 degrees.", "contradicted"),
        ("Samples are kept at -80 degrees.", "Samples are kept at minus 80 degrees.", "supported"),
        ("Samples are kept at -70 degrees.", "Samples are kept at -80 degrees.", "contradicted"),
        ("Flags default to on.", "Flags default to off.", "contradicted"),
        ("Flags are off by default.", "Flags are off by default.", "supported"),
        ("Receipts are handed in within 30 days.", "Receipts are handed in within 30 days.", "supported"),
    ],
)
def test_the_same_words_in_the_same_parts_decide(sentence: str, text: str, verdict: str) -> None:
    assert verdict_on(sentence, text) == verdict


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("The trains were built for Hallmann.", "The trains were built by Hallmann."),
        ("The first train leaves after 5:10.", "The first train leaves at 5:10."),
        ("Offers are valid from 14 days.", "Offers are valid for 14 days."),
        ("A refund has its approval.", "A refund lacks its approval."),
        ("Guests with a fever may come.", "Guests with a fever stay at home."),
        ("Refunds are paid to another account.", "Refunds are paid to the account of the purchase."),
        ("Keys lie in no place.", "Keys lie in the safe and in no other place."),
        ("Lantern sells the most lamps in Ghent.", "Lantern sells lamps in Ghent."),
        ("Bottles are almost full.", "Bottles are full."),
        ("Visitors accompany employees.", "Visitors are accompanied."),
        ("Two approvals from support are needed.", "Two approvals are needed: one from support, one from finance."),
        ("Refunds are paid within five calendar days.", "Refunds are paid within five working days."),
        ("The purchase of the account is closed.", "The account of the purchase is closed."),
        ("Groups book two weeks ahead.", "Groups of more than twelve book two weeks ahead."),
        ("The tank is cleaned twice.", "If a batch turns sour, it is poured away and the tank is cleaned twice."),
        ("Alarms are tested every Monday.", "Alarms are tested on the first Monday of the month."),
        ("The key hangs in the kitchen.", "The key to the shed hangs in the kitchen."),
        ("Every day can be worked from home.", "Three days a week can be worked from home."),
        ("The club has nine members.", "# The club\n\n## Board\n\nThe board has five members."),
        ("Rowing above the weir is forbidden.", "Below the weir rowing is forbidden."),
        ("The meeting takes place in May.", "The meeting takes place in November."),
        ("The museum was built in 1911.", "The crane was built by Stahl in 1911 and moved to the museum in 1987."),
        ("Guides pay 35 euros an hour.", "Guides are paid 35 euros an hour."),
    ],
)
def test_what_either_side_has_over_keeps_it_unknown(sentence: str, text: str) -> None:
    assert verdict_on(sentence, text) == "unknown"


@pytest.mark.parametrize(
    ("sentence", "text", "verdict"),
    [
        ("Linen is changed every second day.", "Linen is changed every other day.", "supported"),
        ("Linen is changed every day.", "Linen is changed every second day.", "contradicted"),
        ("Floors are cleaned twice daily.", "Floors are cleaned twice a day.", "supported"),
        ("Floors are cleaned twice a week.", "Floors are cleaned twice a day.", "contradicted"),
        ("Each month we pay 40 euros.", "We pay 40 euros a month.", "supported"),
        ("The plan is published on the 20th.", "The plan is published on the 15th.", "contradicted"),
        ("The plan ends on 15th March.", "The plan ends on 15 March.", "supported"),
        ("Beer is filtered.", "Beer is not filtered and never heated.", "unknown"),
        ("Beer is not filtered and never heated.", "Beer is not filtered and never heated.", "supported"),
        ("The team arrives in four minutes.", "The team arrives within four minutes.", "supported"),
    ],
)
def test_how_often_when_and_what_is_denied_are_read_as_people_tell_them(sentence: str, text: str, verdict: str) -> None:
    assert verdict_on(sentence, text) == verdict


@pytest.mark.parametrize(
    "text",
    ["Lunch is at noon", "Refunds need two approvals", "Tests run in CI", "Rust is fast", "Max is 3.5%", "It is so"],
)
def test_a_claim_is_a_statement_however_it_ends(text: str) -> None:
    judge = RulesJudge()
    for asked in (text, f"{text}.", text.lower()):
        assert judge.judge(asked, [Reading(text, is_claim=True)]).verdict is Verdict.SUPPORTED


def test_a_claim_without_a_full_stop_can_be_contradicted() -> None:
    claim = Reading("Refunds need two approvals", is_claim=True)
    assert RulesJudge().judge("Refunds need three approvals", [claim]).verdict is Verdict.CONTRADICTED


def test_where_passages_disagree_it_is_unknown_and_both_are_told() -> None:
    opinion = RulesJudge().judge("The limit is ten.", [Reading("The limit is ten."), Reading("The limit is nine.")])
    assert opinion.verdict is Verdict.UNKNOWN
    assert {finding.bearing.value for finding in opinion.findings} == {"supports", "contradicts"}


def test_all_of_a_sentence_must_be_said() -> None:
    text = "Refunds are paid within five days. Trips are booked in the portal."
    assert verdict_on("Refunds are paid within five days. Trips are booked in the portal.", text) == "supported"
    assert verdict_on("Refunds are paid within five days. Trips are booked by phone.", text) == "unknown"
    assert verdict_on("Refunds are paid within nine days. Trips are booked in the portal.", text) == "contradicted"


def test_the_heading_and_the_sentence_before_say_what_is_meant() -> None:
    text = "# Holidays\n\nHolidays are 27 days a year. Ten of them can be moved into the next year."
    assert verdict_on("Ten holidays can be moved into the next year.", text) == "supported"
    assert verdict_on("Ten hours can be moved into the next year.", text) == "unknown"


def test_of_code_only_what_is_written_for_people_is_read() -> None:
    code = 'LIMIT = 9\n\n\ndef pay():\n    """Refunds above 100 euros need two approvals."""\n    return 3  # never\n'
    judge = RulesJudge()
    said = "Refunds above 100 euros need two approvals."
    assert judge.judge(said, [Reading(code, is_code=True)]).verdict is Verdict.SUPPORTED
    assert judge.judge("The limit is nine.", [Reading(code, is_code=True)]).verdict is Verdict.UNKNOWN


words = st.text(alphabet="abcdefgh 0123456789.,;:-'/@#%€not", max_size=80)


@given(words, st.lists(words, max_size=4))
def test_whatever_is_said_the_judge_answers(sentence: str, texts: Iterable[str]) -> None:
    assert RulesJudge().judge(sentence, [Reading(text) for text in texts]).verdict in Verdict


@given(st.sampled_from([sentence for label, sentence in labelled() if label == "supported"]))
def test_a_sentence_supports_itself_and_is_never_contradicted_by_itself(sentence: str) -> None:
    assert verdict_on(sentence, sentence if sentence.endswith(".") else f"{sentence}.") in ("supported", "unknown")
