/**
 * Seconds that a replay store keeps a proof after its expiry. A store or process with a fast clock must not delete a proof
 * that another process still accepts.
 */
export const replayMargin = 300;
