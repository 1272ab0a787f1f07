"""Keys: shown once, limited to a role, revocable at once."""

import pytest

from tests.flows.faces import Face, Refused


def test_a_key_is_shown_once_and_opens_the_store_for_its_owner(face: Face) -> None:
    key = face.do("keys.create", role="admin", actor="ada", kind="user", label="laptop")
    assert key.keys() == {"id", "key"}
    assert key["key"] not in str(face.do("keys.list"))
    made = face.with_key(key["key"]).do("entries.add", "Refunds", "two approvals")
    assert made["contributor"] == "ada"


def test_a_revoked_key_is_refused_at_once(face: Face) -> None:
    key = face.do("keys.create")
    with_key = face.with_key(key["key"])
    with_key.do("entries.list")
    face.do("keys.revoke", key["id"])
    with pytest.raises(Refused) as refused:
        with_key.do("entries.list")
    assert refused.value.code == "unauthenticated"


@pytest.mark.parametrize("key", ["not a key", "wf_0123456789abcdef_" + "0" * 64])
def test_a_key_that_is_none_is_refused_and_not_repeated(face: Face, key: str) -> None:
    face.do("entries.list")
    with pytest.raises(Refused) as refused:
        face.with_key(key).do("entries.list")
    assert refused.value.code == "unauthenticated"
    assert key not in str(refused.value.told)


def test_nobody_makes_a_key_above_their_own_role(face: Face) -> None:
    admin = face.with_key(face.do("keys.create", role="admin")["key"])
    with pytest.raises(Refused) as refused:
        admin.do("keys.create", role="owner")
    assert refused.value.code == "access_denied"


def test_a_key_is_no_holder_of_the_store(face: Face) -> None:
    owner = face.with_key(face.do("keys.create", role="owner", actor="olga", kind="user")["key"])
    for verb, arguments in (("orgs.list", []), ("orgs.create", ["acme"])):
        with pytest.raises(Refused) as refused:
            owner.do(verb, *arguments)
        assert refused.value.code == "access_denied"
