import type { PushTransport } from './transport.ts';

/** For how long a page that went silent counts as open: long enough to connect again. */
export const streamGraceMs = 60_000;

/** Open pages read what waits for them by themselves (push-streams.ts), so there is nothing to hand over. */
export const streamTransport: PushTransport = {
  receiptWithinMs: streamGraceMs,
  offer: async () => 'taken',
};
