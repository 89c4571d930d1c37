package dev.cosmosblog.examples.quickstart;

import java.util.function.IntConsumer;

/**
 * One of the article's ten requests, ready to be asked.
 *
 * @param id what the article calls it
 * @param what what it does, and with which requests
 * @param ask asks it; the number makes each time another
 */
record BlogRequest(String id, String what, IntConsumer ask) {}
