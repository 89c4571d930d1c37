package dev.cosmosblog.store.internal.item;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.cosmosblog.model.item.PostSummaryItem;

/** A post's summary, which also notes the state of the post's listing entry. */
public record NotedCopy(@JsonUnwrapped PostSummaryItem copy, String entries) {}
