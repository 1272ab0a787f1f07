"""One analysis for all engines."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.text.analysis import analyse, analyse_all, analyse_query, language_of
from wherefrom.text.identifiers import pieces, plain_names, plain_words

SENTENCES = {
    "en": "The refunds were approved by the two managers and they are now in the books",
    "de": "Die Rückzahlungen wurden von den beiden Leiterinnen genehmigt und sind jetzt in den Büchern",
    "fr": "Les remboursements ont été approuvés par les deux responsables et ils sont dans les livres",
    "es": "Los reembolsos fueron aprobados por los dos gerentes y ya están en los libros",
    "pt": "Os reembolsos foram aprovados pelos dois gerentes e já estão nos livros, mas não há pressa",
    "it": "I rimborsi sono stati approvati dai due dirigenti e sono già nei libri della società",
    "nl": "De terugbetalingen zijn door de twee leidinggevenden goedgekeurd en staan nu in het boek",
    "sv": "Återbetalningarna har godkänts av de två cheferna och finns nu i böckerna",
    "fi": "Palautukset on hyväksytty ja ne ovat nyt kirjoissa, mutta se ei ole vielä kaikki",
    "hu": "A visszatérítéseket a két vezető hagyta jóvá, és most már a könyvekben is szerepelnek",
    "ro": "Rambursările au fost aprobate de cei doi manageri și sunt acum în registre pentru că așa trebuie",
    "tr": "Geri ödemeler iki yönetici tarafından onaylandı ve bu nedenle artık daha çok kayıt var",
    "pl": "Zwroty zostały zatwierdzone przez dwóch kierowników i są już w księgach, ale nie wszystkie",
    "cs": "Vrácené platby byly schváleny dvěma vedoucími a jsou nyní v knihách, protože to tak je",
    "ru": "Возвраты были одобрены двумя руководителями, и теперь они есть в книгах",
    "uk": "Повернення були схвалені двома керівниками, і тепер вони є в книгах, але не всі",
    "el": "Οι επιστροφές εγκρίθηκαν από τους δύο διευθυντές και είναι τώρα στα βιβλία",
    "ar": "تمت الموافقة على المبالغ المستردة من قبل المديرين وهي الآن في الدفاتر",
    "hi": "धनवापसी को दो प्रबंधकों ने मंजूरी दी है और वे अब किताबों में हैं",
    "id": "Pengembalian dana telah disetujui oleh dua manajer dan sekarang ada di dalam buku",
}
UNSPACED = {
    "zh": ("退款需要两位经理批准", "退款"),
    "ja": ("返金には二人の管理者の承認が必要です", "承認"),
    "ko": ("환불에는 두 관리자의 승인이 필요합니다", "승인"),
    "th": ("การคืนเงินต้องได้รับการอนุมัติ", "อนุมัติ"),
    "lo": ("ການຄືນເງິນຕ້ອງໄດ້ຮັບການອະນຸມັດ", "ອະນຸມັດ"),
    "km": ("ការសងប្រាក់វិញត្រូវការការអនុម័ត", "អនុម័ត"),
    "my": ("ငွေပြန်အမ်းရန် ခွင့်ပြုချက် လိုအပ်သည်", "ခွင့်ပြု"),
}


@pytest.mark.parametrize(("language", "sentence"), SENTENCES.items())
def test_a_sentence_is_read_in_its_own_language(language: str, sentence: str) -> None:
    assert language_of(sentence) == language


@pytest.mark.parametrize("sentence", SENTENCES.values())
def test_every_word_that_a_passage_keeps_is_found_by_that_word_alone(sentence: str) -> None:
    held = set(analyse(sentence))
    for word in sentence.replace(",", "").split():
        asked = analyse_query(word).weights
        assert set(analyse(word)).isdisjoint(held) or not held.isdisjoint(asked), word


@pytest.mark.parametrize(("text", "part"), UNSPACED.values())
def test_a_word_inside_a_text_without_spaces_is_found(text: str, part: str) -> None:
    held = set(analyse(text))
    assert held.issuperset(term for term, weight in analyse_query(part).weights.items() if weight == 1.0)


def test_one_han_character_is_found_alone() -> None:
    assert "茶" in analyse_query("茶").weights
    assert "茶" in analyse("日本茶道入門")


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("getUserName()", "get_user_name"),
        ("get_user_name", "user name"),
        ("HTTPServer2", "http server"),
        ("release v1.2.3 is out", "1.2.3"),
        ("failed with ERR_42", "err_42"),
        ("failed with E-1042", "E1042"),
        ("see src/pay/refund.py", "refund.py"),
        ("see src/pay/refund.py", "refund"),
        ("os.path.exists(x)", "os.path.exists"),
        ("def _format_json(data)", "format_json"),
        ("self.stream.write_all(x)", "write_all"),
        ("ping 10.0.0.12 now", "10.0.0.12"),
        ("mail to anna@example.org", "anna@example.org"),
        ("std::unique_ptr<T>", "unique_ptr"),
        ("in C++ and C#", "c++"),
        ("it costs 1,250 euros", "1250"),
        ("Anna's refund", "anna"),
        ("l'approbation", "approbation"),
        ("O'Brien", "obrien"),
        ("an e-mail", "email"),
        ("she went home", "go"),
        ("the children", "child"),
        ("WHO guidelines", "WHO"),
        ("crème brûlée", "creme brulee"),
        ("ПРИВЕТ Ёлка", "елка"),
        ("ＦＵＬＬ width", "full"),
        ("co\u00adoperate", "cooperate"),
        ("İstanbul ışık", "istanbul"),
        ("गाँव १२३", "123"),
    ],
)
def test_what_is_written_one_way_is_found_another_way(written: str, asked: str) -> None:
    assert not set(analyse(written)).isdisjoint(analyse_query(asked).weights)


@pytest.mark.parametrize(
    "name", ["getUserName", "get_user_name", "HTTPServer2", "ERR_42", "E-1042", "v1.2.3", "a/b/c.py"]
)
def test_an_identifier_is_kept_whole_and_named_exact(name: str) -> None:
    whole = name.lower()
    assert whole in analyse(f"call {name} twice")
    assert analyse_query(f"what is {name}").exact == {whole}


@pytest.mark.parametrize("plain", ["refunds", "boundary-layer", "and/or", "2024", "3.5", "1,000", "don't", "U.S."])
def test_ordinary_words_and_numbers_are_not_exact(plain: str) -> None:
    assert analyse_query(plain).exact == frozenset()


def test_the_whole_of_an_identifier_outweighs_all_its_parts() -> None:
    weights = analyse_query("getVeryLongUserNameFromServer", languages=["en"]).weights
    whole = weights["getverylongusernamefromserver"]
    assert whole > sum(weight for term, weight in weights.items() if weight < whole)


@pytest.mark.parametrize(
    ("sentence", "asked"),
    [
        ("Refunds need two approvals", "refund"),  # need is Estonian for these
        ("Invoices due Friday", "invoice"),  # due is Italian for two
        ("Customers want receipts", "receipt"),  # want is Dutch for because
        ("See handbook: late payments", "payment"),
        ("Hi Sam! Retries end soon", "retry"),
    ],
)
def test_a_short_english_sentence_is_not_taken_for_another_language_by_one_word(sentence: str, asked: str) -> None:
    assert language_of(sentence) == "en"
    assert set(analyse_query(asked).weights).intersection(analyse(sentence))


def test_a_word_that_english_has_too_counts_beside_others_of_its_language() -> None:
    assert language_of("Die Rechnung war falsch") == "de"
    assert language_of("See raamat on minu oma") == "et"


def test_small_words_are_left_out_unless_there_is_nothing_else() -> None:
    assert analyse("the refund of the customer") == ["refund", "custom"]
    assert analyse("to be or not to be") == ["to", "be", "or", "not", "to", "be"]
    assert set(analyse_query("to be or not to be").weights) >= {"to", "be", "or", "not"}


def test_a_query_without_evidence_of_its_language_asks_for_the_stems_of_several() -> None:
    assert set(analyse(SENTENCES["de"])) & set(analyse_query("Büchern").weights)
    assert set(analyse(SENTENCES["es"])) & set(analyse_query("aprobados").weights)


def test_known_languages_of_the_corpus_make_a_query_smaller() -> None:
    assert len(analyse_query("universities", languages=["en"]).weights) < len(analyse_query("universities").weights)


def test_a_query_tells_which_terms_stand_for_which_word() -> None:
    asked = analyse_query("refunds getUserName", languages=["en"])
    assert asked.words["refunds"] == {"refund"}
    assert "getusername" in asked.words["getUserName"]


def test_a_token_without_end_becomes_a_term_of_bounded_length_that_still_finds_itself() -> None:
    key = "A1" * 5000
    assert max(map(len, analyse(key))) <= 100
    assert not set(analyse(key)).isdisjoint(analyse_query(key).weights)


@pytest.mark.parametrize(
    "text", ["", "   ", "\x00\x01", "'\"`;--", "(((", "AND OR NOT", "*:*", "\ud800", "🎉", "ـ", "\u200d"]
)
def test_nothing_that_is_typed_breaks_it(text: str) -> None:
    for term in [*analyse(text), *analyse_query(text).weights]:
        term.encode("utf-8")


@given(st.text(alphabet=st.characters(), max_size=200))
def test_any_text_gives_encodable_terms_without_spaces(text: str) -> None:
    for term in [*analyse(text), *analyse_query(text).weights]:
        assert term
        assert not any(letter.isspace() for letter in term)
        term.encode("utf-8")


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=60))
def test_a_text_is_found_by_itself(text: str) -> None:
    held = set(analyse(text))
    assert not held or not held.isdisjoint(analyse_query(text).weights)


def test_threads_share_the_analysis() -> None:
    texts = [f"{sentence} {number}" for number in range(200) for sentence in SENTENCES.values()]
    expected = [analyse(text) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(analyse, texts)) == expected


NAMES = st.text("abzABZ09_-./@'’:éßж", min_size=1, max_size=12)


@given(st.lists(st.one_of(st.sampled_from([*SENTENCES.values(), *(text for text, _ in UNSPACED.values())]), NAMES)))
def test_texts_read_together_have_the_terms_that_each_has_alone(texts: list[str]) -> None:
    assert list(analyse_all(texts)) == [analyse(text) for text in texts]


def test_more_texts_than_are_read_at_once_keep_their_order() -> None:
    texts = [f"page {number} of module_{number}" for number in range(200)]
    assert list(analyse_all(texts)) == [analyse(text) for text in texts]


@given(st.lists(NAMES))
def test_what_is_quickly_seen_to_be_a_word_or_a_name_is_what_taking_it_apart_would_say(tokens: list[str]) -> None:
    for word in plain_words(tokens):
        assert pieces(word) == ((word,), ())
    for name, words in plain_names(set(tokens).difference(plain_words(tokens))):
        assert pieces(name) == (tuple(words), (name.lower(),))
