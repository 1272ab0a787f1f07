"""The audit trail, the directory's effect on reading, and what belongs to a whole org."""

from __future__ import annotations

from dataclasses import replace

import pytest

from wherefrom.core.actions import Action
from wherefrom.core.actors import Actor, Role
from wherefrom.core.directory import ApiKey, Member
from wherefrom.core.ids import keyed_hash, sha256
from wherefrom.core.keys import fresh_key
from wherefrom.core.paging import AuditFilter
from wherefrom.errors import Conflict, NotFound, Unauthenticated, WherefromError
from wherefrom.testing import factories as make
from wherefrom.testing.record.place import EVERYTHING_OF, Contract, Place, a_few, repository

__all__ = ["TrailedContract"]


class TrailedContract(Contract):
    def test_the_trail_says_who_did_what_and_is_seen_by_who_sees_the_target(self, place: Place) -> None:
        ann, ben = place.person("ann"), place.person("ben")
        with place.record.write(ann) as unit:
            entry = unit.entries.save(make.entry(contributor="ann", is_personal=True))
            unit.note(Action.ADD_ENTRY, "entry", entry.id, after=entry)
            unit.commit()
        with place.record.read(ann) as unit:
            (noted,) = a_few(unit, "audit")
        assert (noted.action, noted.target_id, noted.actor_id) == (Action.ADD_ENTRY, entry.id, "ann")
        assert noted.before_hash is None
        assert place.ids(AuditFilter(personal=True), by=ben) == []

    def test_the_trail_s_hashes_confirm_no_guess(self, place: Place, elsewhere: Place) -> None:
        hashes = set[str | None]()
        for here in (place, elsewhere):
            with here.record.write(here.owner) as unit:
                unit.note(Action.CREATE_ORG, "org", "x", after=Member(org="x", id="x"))
                unit.commit()
            with here.record.read(here.owner) as unit:
                hashes |= {noted.after_hash for noted in a_few(unit, "audit")}
        assert len(hashes) == 2
        assert keyed_hash("", "Member") not in hashes
        assert all(noted != sha256(b"x") for noted in hashes)

    def test_equal_items_leave_equal_hashes_and_changed_ones_do_not(self, place: Place) -> None:
        entry = make.entry(audience=frozenset(map(place.group, ("b", "a", "c"))))
        with place.record.write(place.owner) as unit:
            unit.note(
                Action.EDIT_ENTRY, "entry", "1", before=entry, after=replace(entry, audience=frozenset({"c", "a", "b"}))
            )
            unit.note(Action.EDIT_ENTRY, "entry", "2", before=entry, after=replace(entry, title="other"))
            unit.commit()
        with place.record.read(place.system) as unit:
            equal = {noted.target_id: noted.before_hash == noted.after_hash for noted in a_few(unit, "audit")}
        assert equal == {"1": True, "2": False}

    def test_the_trail_is_neither_edited_nor_cut(self, place: Place) -> None:
        noted = place.keep(make.audit_entry(place.owner))
        with pytest.raises(WherefromError):
            place.keep(replace(noted, target_id="another"))
        with pytest.raises(WherefromError):
            place.delete(noted)
        assert place.look(noted) == noted

    def test_what_is_not_committed_is_not_in_the_trail(self, place: Place) -> None:
        with place.record.write(place.owner) as unit:
            unit.note(Action.EXPORT, "org", place.org)
        assert place.ids(AuditFilter()) == []

    def test_a_deleted_org_takes_everything_with_it_and_nothing_else(self, place: Place, elsewhere: Place) -> None:
        place.one_of_each()
        kept = elsewhere.one_of_each()
        place.record.registry.delete_org(place.org)
        assert place.org not in {org.id for org in place.record.registry.orgs()}
        with place.record.read(place.system) as unit:
            for name, where in EVERYTHING_OF.items():
                assert repository(unit, name).count(where) == 0
        for item in kept.values():
            assert elsewhere.look(item) == item
        with pytest.raises(NotFound):
            place.record.registry.delete_org(place.org)

    def test_an_org_is_made_once(self, place: Place) -> None:
        with pytest.raises(Conflict):
            place.record.registry.create_org(make.org(id=place.org))

    def test_joining_and_leaving_a_group_is_felt_at_once(self, place: Place) -> None:
        place.group("leads")
        ann = place.person("ann")
        entry = place.keep(make.entry(audience=frozenset({"leads"})))
        with pytest.raises(NotFound):
            place.look(entry, by=ann)
        place.person("ann", groups=["leads"])
        assert place.look(entry, by=ann) == entry
        place.person("ann")
        with pytest.raises(NotFound):
            place.look(entry, by=ann)

    def test_deleting_a_group_shows_its_items_to_nobody_new(self, place: Place) -> None:
        place.group("leads")
        ann = place.person("ann", groups=["leads"])
        entry = place.keep(make.entry(audience=frozenset({"leads"})))
        with place.record.write(place.system) as unit:
            unit.directory.delete_group("leads")
            unit.commit()
        with pytest.raises(NotFound):
            place.look(entry, by=ann)
        assert place.look(entry) == entry

    def test_a_project_is_restricted_and_opened_at_once_and_deleted_only_empty(self, place: Place) -> None:
        place.project("apollo")
        ann = place.person("ann")
        entry = place.keep(make.entry(project="apollo"))
        assert place.look(entry, by=ann) == entry
        place.project("apollo", restricted=True)
        with pytest.raises(NotFound):
            place.look(entry, by=ann)
        with pytest.raises(Conflict), place.record.write(place.system) as unit:
            unit.directory.delete_project("apollo")
        place.keep(replace(entry, project=None))
        with place.record.write(place.system) as unit:
            unit.directory.delete_project("apollo")
            unit.commit()

    def test_a_live_key_names_its_actor_and_no_other_key_does(self, place: Place) -> None:
        place.person("ann")
        live, revoked, expired = fresh_key(), fresh_key(), fresh_key()
        with place.record.write(place.system) as unit:
            for fresh, expires in ((live, None), (revoked, None), (expired, 1.0)):
                key = ApiKey(
                    org=place.org,
                    id=fresh.id,
                    label="",
                    actor="ann",
                    role=Role.OWNER,
                    created_at=0.5,
                    expires_at=expires,
                )
                unit.directory.save_key(key, hashed=fresh.hashed)
            unit.directory.revoke_key(revoked.id, at=2.0)
            unit.commit()
        assert place.record.registry.authenticate(live.key) == Actor(org=place.org, id="ann", role=Role.MEMBER)
        for key in (revoked.key, expired.key, fresh_key().key, live.key[:-1] + "!", f"wf_{live.id}_{'0' * 64}", ""):
            with pytest.raises(Unauthenticated) as told:
                place.record.registry.authenticate(key)
            assert not key or key not in str(told.value)
