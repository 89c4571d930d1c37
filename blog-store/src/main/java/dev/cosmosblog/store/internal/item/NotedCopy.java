package dev.cosmosblog.store.internal.item;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.cosmosblog.model.item.PostSummaryItem;

/** A post's summary with the note that its entry in the archive is in a state. */
public record NotedCopy(@JsonUnwrapped PostSummaryItem copy, String archived) {}
