"""Orgs: the tenants of a store. They are made and removed by whoever holds the store itself."""

from __future__ import annotations

from collections.abc import Sequence

from wherefrom.core.actions import Action
from wherefrom.core.actors import DEFAULT_ORG, LOCAL_OWNER, Actor
from wherefrom.core.directory import Org
from wherefrom.core.ids import as_slug, new_secret
from wherefrom.errors import AccessDenied, Conflict
from wherefrom.services.desk import Verbs

__all__ = ["Orgs"]


class Orgs(Verbs):
    def create(self, id: str, *, title: str = "") -> Org:
        self._require_holder("create an org")
        org = Org(id=as_slug(id, "org"), title=title or id, secret=new_secret(), created_at=self._desk.clock())
        self._record.registry.create_org(org)
        with self._record.write(Actor.local_owner(org.id)) as unit:
            unit.note(Action.CREATE_ORG, "org", org.id)
            unit.commit()
        return org

    def list(self) -> Sequence[Org]:
        self._require_holder("list orgs")
        return self._record.registry.orgs()

    def delete(self, id: str) -> None:
        """With everything in it, audit trail and all."""
        self._require_holder("delete an org")
        if id == DEFAULT_ORG:
            raise Conflict("the default org cannot be deleted", value=id, hint="delete the store instead")
        self._desk.retrieval.drop(id)
        self._record.registry.delete_org(id)
        self._record.forget()

    def _require_holder(self, verb: str) -> None:
        """No key is ever made for the local owner, so only the person at the store itself comes this far."""
        if (self._actor.org, self._actor.id) != (DEFAULT_ORG, LOCAL_OWNER):
            raise AccessDenied(
                f"to {verb} you must hold the store itself", value=self._actor.id, hint="run it without a key"
            )
