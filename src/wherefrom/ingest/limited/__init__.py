"""Documents are read in processes that may fail: limited in memory and time, without network, killed when they hang.

What strangers wrote is parsed here and nowhere else. `pool` is the parent's side, `child` what runs in the process.
"""
