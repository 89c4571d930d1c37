package dev.cosmosblog.maintenance.verify;

import dev.cosmosblog.store.BlogCopies;
import dev.cosmosblog.store.BlogItems;
import dev.cosmosblog.store.BlogMends;

/** What a run works on. */
record Blog(BlogItems items, BlogMends mends, BlogCopies copies, VerifySettings settings) {}
