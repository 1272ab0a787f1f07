"""The audit trail cannot be edited or cut, not even by whoever owns the database; it goes only with its org."""

import pytest
import sqlalchemy as sa
from sqlalchemy import exc

from wherefrom.record.tables import metadata
from wherefrom.testing import factories as make
from wherefrom.testing.record.place import Place


@pytest.mark.parametrize("statement", ["UPDATE audit SET target_id = 'x'", "DELETE FROM audit"])
def test_the_database_itself_refuses_to_rewrite_the_trail(place: Place, statement: str) -> None:
    noted = place.keep(make.audit_entry(place.owner))
    with place.record.database.engine.begin() as connection, pytest.raises(exc.DBAPIError, match="append-only"):
        connection.execute(sa.text(statement))
    assert place.look(noted) == noted


def test_a_deleted_org_leaves_no_row_in_any_table(place: Place) -> None:
    made = place.one_of_each()
    with place.record.write(place.system) as unit:
        unit.note(made["audit"].action, "entry", made["entries"].id, after=made["entries"])
        unit.set_engine_state("index", {"at": 1})
        unit.commit()
    place.project("apollo")
    place.person("ann", groups=[place.group("leads")], projects=["apollo"])
    place.keep(make.entry(audience=frozenset({"leads"}), agent_scope=frozenset({"helper"}), project="apollo"))
    place.record.registry.delete_org(place.org)
    with place.record.database.engine.connect() as connection:
        for table in metadata.sorted_tables:
            whose = table.c.id if table.name == "orgs" else table.c.org
            left = connection.execute(sa.select(table).where(whose == place.org)).all()
            assert left == [], table.name
