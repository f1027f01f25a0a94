// SPDX-License-Identifier: BSD-3-Clause
// The bundle of the viewer as part of the program.
#include "engine/view/view.hpp"

__asm__(
    ".pushsection .rodata\n"
    ".global trunnion_viewer_page\n"
    ".global trunnion_viewer_page_end\n"
    "trunnion_viewer_page:\n"
    ".incbin \"" TRUNNION_VIEWER_PAGE
    "\"\n"
    "trunnion_viewer_page_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" const char trunnion_viewer_page[];
extern "C" const char trunnion_viewer_page_end[];

namespace trunnion {

std::string_view ViewerPage() { return {trunnion_viewer_page, trunnion_viewer_page_end}; }

}  // namespace trunnion
