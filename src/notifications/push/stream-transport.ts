import type { PushTransport } from './push-transport.ts';

/** Time after its last heartbeat for which a page counts as open, milliseconds: long enough to reconnect. */
export const streamGraceMs = 60_000;

/** Transport of open pages. Pages read offered pushes through their stream (push-streams.ts); nothing is sent here. */
export const streamTransport: PushTransport = {
  // Counts from the first offer, which may be long after the send.
  receiptDeadline: ({ state, sentAt }, acceptedAt) =>
    new Date((state === 'queued' ? acceptedAt : sentAt).getTime() + streamGraceMs),
  handOver: async () => 'accepted',
};
