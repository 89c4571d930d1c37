/**
 * A blog in the browser. Beside it, a workbench shows the cost of each click and the lag of the
 * copies, and makes requests fail. Start at {@link com.example.web.WebApplication}.
 */
@NullMarked
package com.example.web;

import org.jspecify.annotations.NullMarked;
