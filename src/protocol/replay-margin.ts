/**
 * Seconds that every replay store keeps a proof beyond its time: where the clock of a store, or of the process that
 * forgets, is ahead of one that still accepts, a proof must not become new again.
 */
export const replayMargin = 300;
