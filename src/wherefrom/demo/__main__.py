"""`python -m wherefrom.demo` plays the story."""

import sys

from wherefrom.demo.story import main

sys.exit(main())
