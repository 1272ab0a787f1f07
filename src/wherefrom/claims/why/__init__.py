"""Why a sentence may be believed: judged by rules, or by a language model that must quote."""
