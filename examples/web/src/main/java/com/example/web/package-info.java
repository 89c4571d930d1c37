/**
 * A blog in the browser. A workbench beside it shows the cost of each click and the lag of the
 * change feed, and injects faults. Start at {@link com.example.web.WebApplication}.
 */
@NullMarked
package com.example.web;

import org.jspecify.annotations.NullMarked;
