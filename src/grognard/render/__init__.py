"""Drawing boards, counters and positions: SVG for the browser, PNG without one."""
