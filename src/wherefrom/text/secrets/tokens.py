"""Tokens that are known by their shape, wherever they stand.

A row is a rule: its name, and what the token looks like. The shapes are those that the issuers publish, as collected by
gitleaks and detect-secrets. A new issuer is one row. Open-ended runs are possessive, so that none is walked twice.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from wherefrom.text.secrets.doubt import entropy, is_known_example, is_masked_out

__all__ = ["TOKENS", "TokenRule", "looks_real"]

_W = r"[\w-]"
_AN = r"[A-Za-z0-9]"
_HEX = r"[0-9a-f]"
_B64 = r"[A-Za-z0-9+/]"

_SHAPES = {
    "1password": rf"A3-[A-Z0-9]{{6}}-[A-Z0-9]{{6}}-?[A-Z0-9]{{5}}(?:-[A-Z0-9]{{5}}){{3}}"
    rf"|ops_eyJ{_B64}{{200,}}+={{0,3}}",
    "adobe": rf"p8e-{_AN}{{32}}",
    "age": r"AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}",
    "alibaba": rf"LTAI{_AN}{{17,21}}",
    "anthropic": rf"sk-ant-(?:api|admin|oat|sid)\d\d-{_W}{{80,200}}AA",
    "artifactory": r"(?:AKC|AP[\dA-F])(?:(?=[A-Za-z]*\d)[A-Za-z0-9]{10,}+|x{10,}+)|cmVmd[A-Za-z0-9]{59}",
    "atlassian": rf"AT(?:ATT|CTT)3{_W}{{90,400}}={_HEX}{{8}}",
    "aws": r"(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}|(?:A3T0|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}",
    "aws-bedrock": rf"ABSK{_B64}{{109,269}}={{0,2}}",
    "azure-client": r"[\w~.]{3}\dQ~[\w~.-]{31,34}",
    "clojars": rf"CLOJARS_{_AN}{{60}}",
    "cloudflare-ca": rf"v1\.0-{_HEX}{{24}}-{_HEX}{{146}}",
    "databricks": rf"dapi{_HEX}{{32}}(?:-\d)?",
    "digitalocean": rf"do[opr]_v1_{_HEX}{{64}}",
    "discord": r"[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27}",
    "docker": rf"dckr_(?:pat|oat)_{_W}{{27,}}+",
    "doppler": rf"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[\w-]{{1,40}}\.)?{_AN}{{40,}}+",
    "dynatrace": rf"dt0[a-z]\d\d\.{_AN}{{24}}\.{_AN}{{64}}",
    "easypost": rf"EZ[AT]K{_AN}{{54}}",
    "facebook": rf"\d{{15,16}}\|{_W}{{27,40}}",
    "facebook-page": rf"EAA[MC]{_AN}{{100,}}+",
    "figma": rf"fig[do]_{_W}{{40,}}+",
    "flutterwave": rf"FLWSECK(?:_TEST)?-{_HEX}{{12,}}+",
    "flyio": rf"fo1_{_W}{{43}}|fm[12][ar]?_{_B64}{{100,}}+={{0,3}}",
    "frameio": rf"fio-u-{_W}{{64}}",
    "github": rf"gh[pousr]_{_AN}{{36,}}+|github_pat_\w{{82}}",
    "gitlab": rf"gl(?:pat|dt|ft|soat|rt|rtr)-{_W}{{20,50}}|glcbt-(?:{_AN}{{1,5}}_)?{_W}{{20}}|GR1348941{_W}{{20,50}}"
    rf"|gl(?:imt|ffct)-{_W}{{25}}|glptt-{_W}{{40}}|glagent-{_W}{{50,1000}}|gloas-{_W}{{64}}"
    rf"|gl(?:pat|rt)-{_W}{{27,300}}\.{_HEX}{{2}}\.?{_AN}{{7,9}}",
    "google": rf"AIza{_W}{{35}}|GOCSPX-{_W}{{28}}|ya29\.{_W}{{40,}}+",
    "grafana": rf"glc_{_B64}{{32,400}}={{0,3}}|glsa_{_AN}{{32}}_[0-9A-Fa-f]{{8}}",
    "groq": rf"gsk_{_AN}{{48,}}+",
    "harness": rf"(?:pat|sat)\.{_W}{{22}}\.{_AN}{{24}}\.{_AN}{{20}}",
    "heroku": rf"HRKU-AA{_W}{{50,}}+",
    "huggingface": r"(?:hf|api_org)_[A-Za-z]{34}",
    "infracost": rf"ico-{_AN}{{32}}",
    "intra42": rf"s-s4t2(?:ud|af)-{_HEX}{{64}}",
    "linear": rf"lin_(?:api|oauth)_{_AN}{{40,}}+",
    "mailchimp": rf"{_HEX}{{32}}-us\d{{1,2}}",
    "mailgun": rf"key-{_HEX}{{32}}",
    "netlify": rf"nfp_{_W}{{36,}}+",
    "newrelic": rf"NRAK-[A-Z0-9]{{27}}|NRII-{_W}{{32}}|NRJS-{_HEX}{{19}}",
    "notion": rf"ntn_\d{{11}}{_AN}{{35}}",
    "npm": rf"npm_{_AN}{{36}}",
    "octopus": r"API-(?=[A-Z]*\d)[A-Z0-9]{26}",
    "openai": rf"sk-(?:[a-z]+-)?{_W}{{20,100}}T3BlbkFJ{_W}{{20,100}}",
    "openshift": rf"sha256~{_W}{{43}}",
    "perplexity": rf"pplx-{_AN}{{48}}",
    "planetscale": r"pscale_(?:tkn|pw|oauth)_[\w.=-]{32,64}",
    "postman": rf"PMAK-{_HEX}{{24}}-{_HEX}{{34}}",
    "prefect": rf"pn[ub]_{_AN}{{36}}",
    "pulumi": rf"pul-{_HEX}{{40}}",
    "pypi": rf"pypi-AgE(?:IcHlwaS5vcmc|NdGVzdC5weXBpLm9yZw){_W}{{70,}}+",
    "readme": r"rdme_[a-z0-9]{70}",
    "replicate": rf"r8_{_AN}{{37}}",
    "rubygems": rf"rubygems_{_HEX}{{48}}",
    "scalingo": rf"tk-us-{_W}{{48}}",
    "sendgrid": rf"SG\.{_W}{{22}}\.{_W}{{43}}",
    "sendinblue": rf"xkeysib-{_HEX}{{64}}-{_AN}{{16}}",
    "sentry": r"sntry[su]_[\w+/=-]{60,}+",
    "shippo": rf"shippo_(?:live|test)_{_HEX}{{40}}",
    "shopify": r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}",
    "slack": r"xox[bp]-\d{8,13}-(?:\d{8,13}-){0,2}[A-Za-z0-9]{18,40}|xapp-\d-[A-Z0-9]{8,}+-\d{10,}+-[0-9a-f]{32,}+"
    r"|xox[aeors]-(?:\d-)?(?:\d{5,}+-){2,3}[0-9a-f]{8,64}|xoxe(?:\.xox[bp])?-\d-[A-Za-z0-9]{100,}+"
    r"|hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{40,60}",
    "softlayer": rf"api\.softlayer\.com/(?:soap|rest|xmlrpc)/v3(?:\.1)?/{_HEX}{{64}}",
    "sonar": rf"sq[upa]_{_AN}{{40}}",
    "sourcegraph": r"sgp_(?:(?:[0-9a-fA-F]{16}|local)_)?[0-9a-fA-F]{40}",
    "square": rf"sq0(?:atp|csp|idp)-{_W}{{22,60}}|EAAA{_W}{{60}}",
    "stripe": rf"[sr]k_(?:test|live|prod)_{_AN}{{10,}}+",
    "supabase": rf"sbp_{_HEX}{{40}}",
    "tailscale": rf"tskey-[a-z]+-{_AN}{{10,}}+-{_AN}{{20,}}+",
    "telegram": rf"\d{{8,10}}:AA{_W}{{33}}",
    "terraform": rf"{_AN}{{14}}\.atlasv1\.{_W}{{60,}}+",
    "twilio": rf"(?:SK|AC){_HEX}{{32}}",
    "typeform": rf"tfp_{_W}{{40,}}+",
    "vault": rf"hv[sb]\.{_W}{{90,}}+|s\.(?=[A-Za-z]*\d)(?=[A-Z0-9]*[a-z])(?=[a-z0-9]*[A-Z]){_AN}{{24}}",
    "xai": rf"xai-{_AN}{{70,}}+",
}

_LEAST_ENTROPY = {"artifactory": 0.9, "aws": 0.0, "sourcegraph": 3.2}
_USUAL_ENTROPY = 2.5
"""Bits a character. The beginnings of the first two are rare enough to be believed, whatever follows."""
_BEFORE = {
    "azure-client": r"(?<![\w~.-])",
    "discord": "",
    "infracost": r"(?<![A-Za-z0-9.])",
    "telegram": r"(?:(?<![A-Za-z0-9])|(?<=/bot))",
}
_AFTER = {"azure-client": r"(?![\w~.-])", "discord": "", "gitlab": r"(?![\w-])"}
_SIGNS = {
    "azure-client": r"Q~",
    "discord": r"\.[\w-]{6}\.",
    "facebook": r"\d\|",
    "mailchimp": r"-us\d",
    "telegram": r":AA",
    "terraform": r"\.atlasv1\.",
}
"""For shapes that begin with anything: what a word must have in it before it is looked at."""


class TokenRule(NamedTuple):
    name: str
    pattern: re.Pattern[str]
    shape: str
    sign: str


def _rule(name: str, shape: str) -> TokenRule:
    before = _BEFORE.get(name, r"(?<![A-Za-z0-9])")
    after = _AFTER.get(name, r"(?![A-Za-z0-9])")
    return TokenRule(name, re.compile(f"{before}(?:{shape}){after}"), shape, _SIGNS.get(name, ""))


TOKENS = tuple(_rule(name, shape) for name, shape in _SHAPES.items())


def looks_real(rule: TokenRule, token: str) -> bool:
    if is_known_example(token) or (is_masked_out(token) and rule.name != "artifactory"):
        return False
    return entropy(token) >= _LEAST_ENTROPY.get(rule.name, _USUAL_ENTROPY)
