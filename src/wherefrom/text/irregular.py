"""English forms that no stemming rule reaches: went is go, children are a child."""

from __future__ import annotations

__all__ = ["BASE_FORMS"]

_FORMS = """
arise arose arisen; awake awoke awoken; beat beaten; become became; begin began begun; bend bent; bet betted; bite bit
bitten; bleed bled; blow blew blown; break broke broken; breed bred; bring brought; build built; burn burnt; buy
bought; catch caught; choose chose chosen; cling clung; come came; creep crept; deal dealt; dig dug; draw drew drawn;
dream dreamt; drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed; feel felt; fight
fought; flee fled; fly flew flown; forbid forbade forbidden; forget forgot forgotten; forgive forgave forgiven; freeze
froze frozen; get got gotten; give gave given; go went gone; grow grew grown; hang hung; hear heard; hide hid hidden;
hold held; keep kept; kneel knelt; know knew known; lay laid; lead led; lean leant; learn learnt; leave left; lend
lent; light lit; lose lost; make made; mean meant; meet met; mislead misled; mistake mistook mistaken; overcome
overcame; override overrode overridden; overwrite overwrote overwritten; pay paid; prove proven; rebuild rebuilt; ride
rode ridden; ring rang rung; rise rose risen; run ran; say said; see saw seen; seek sought; sell sold; send sent; sew
sewn; shake shook shaken; shine shone; shoot shot; show shown; shrink shrank shrunk; sing sang sung; sink sank sunk;
sit sat; sleep slept; slide slid; speak spoke spoken; spend spent; spin spun; spring sprang sprung; stand stood; steal
stole stolen; stick stuck; sting stung; strike struck; swear swore sworn; sweep swept; swim swam swum; swing swung;
take took taken; teach taught; tear tore torn; tell told; think thought; throw threw thrown; understand understood;
undo undid undone; wake woke woken; wear wore worn; weave wove woven; win won; wind wound; withdraw withdrew
withdrawn; write wrote written; child children; foot feet; goose geese; man men; mouse mice; person people; tooth
teeth; woman women; life lives; wife wives; knife knives; leaf leaves; shelf shelves; half halves; index indices;
matrix matrices; vertex vertices; criterion criteria; datum data; phenomenon phenomena; analysis analyses; basis
bases; hypothesis hypotheses; thesis theses; crisis crises; far farther further
"""

BASE_FORMS: dict[str, str] = {
    form: base for base, *forms in (line.split() for line in _FORMS.split(";")) for form in forms if form != base
}
"""Irregular form to its base, both in lower case."""
