# SPDX-License-Identifier: BSD-3-Clause
# Sphinx, for scripts/docs.sh. The sources are made by scripts/build_docs.py.
project = "Trunnion"
author = "the Trunnion authors"
extensions = ["myst_parser"]
myst_heading_anchors = 4
html_theme = "furo"
html_title = "Trunnion"
html_static_path = ["static"]
html_css_files = ["trunnion.css"]
html_copy_source = False
html_show_sphinx = False
nitpicky = True
suppress_warnings = [
    "myst.header",  # pages may begin with a part of a page
    "misc.highlighting_failure",  # JSON with comments, formulas
]
