import type { PushTransport } from './transport.ts';

/** For how long a page that went silent counts as open: long enough to connect again. */
export const streamGraceMs = 60_000;

/** Open pages read what waits for them by themselves (push-streams.ts), so there is nothing to hand over. */
export const streamTransport: PushTransport = {
  // From when it was first shown, which may be long after the send.
  receiptUntil: ({ state, sentAt }, at) => new Date((state === 'queued' ? at : sentAt).getTime() + streamGraceMs),
  offer: async () => 'taken',
};
