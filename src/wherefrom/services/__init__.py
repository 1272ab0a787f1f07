"""One method a verb: actor first, one unit of work, an explicit commit, an audit entry."""
