import type { NotificationsClient } from '../../generated/notifications/client.ts';
import type { components } from '../../generated/notifications/types.ts';
import { pauseAfter, retryAfterMs } from '../../src/runtime/webhooks/delivery-attempt.ts';
import { signDelivery } from '../../src/runtime/webhooks/signed-delivery.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import type { LocalSigningKeys } from './local-signing-keys.ts';

type StatusEvent = components['schemas']['StatusEvent'];

export interface ListenDependencies {
  readonly client: Pick<NotificationsClient, 'listEvents'>;
  readonly keys: LocalSigningKeys;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => Date;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly stopping: AbortSignal;
  /** Prints a line for the developer. */
  readonly print: (line: string) => void;
}

const pollMs = 1000;
/** Events are listed again for this time, because one may be written late; known ones are skipped. */
const overlapMs = 10_000;
const timeoutMs = 10_000;

/**
 * Forwards every event that is recorded from now on, signed, until it is stopped. A forward that fails is repeated on the
 * schedule of webhooks: 8 attempts. `clicked` waits until `delivered` of its notification is settled.
 *
 * @returns how many events were accepted and dropped
 * @throws RefusedError when the key is refused at the start
 */
export async function listen(forwardTo: string, dependencies: ListenDependencies) {
  const { now, sleep, stopping, print } = dependencies;
  const counts = { forwarded: 0, dropped: 0 };
  const known = new Map<string, number>();
  const last = new Map<string, Promise<void>>();
  const startedAt = now().getTime();
  let newest = startedAt;
  let started = false;

  while (!stopping.aborted) {
    const since = Math.max(startedAt, newest - overlapMs);
    try {
      const events = await eventsSince(new Date(since), dependencies);
      started = true;
      for (const event of events.filter(isNew)) {
        const { notificationId } = event;
        const task = (last.get(notificationId) ?? Promise.resolve()).then(async () => {
          const accepted = await forward(event, forwardTo, dependencies);
          counts[accepted ? 'forwarded' : 'dropped'] += 1;
        });
        last.set(notificationId, task);
        void task.then(() => last.get(notificationId) === task && last.delete(notificationId));
      }
      forgetBefore(since);
    } catch (error) {
      if (!started) throw error;
      print(`The events cannot be read, trying again: ${error instanceof Error ? error.message : String(error)}`);
    }
    await sleep(pollMs);
  }
  await Promise.all(last.values());
  return counts;

  function isNew({ notificationId, status, recordedAt }: StatusEvent): boolean {
    const [id, at] = [`${notificationId} ${status}`, Date.parse(recordedAt)];
    newest = Math.max(newest, at);
    if (known.has(id)) return false;
    known.set(id, at);
    return true;
  }

  function forgetBefore(time: number): void {
    for (const [id, at] of known) if (at < time) known.delete(id);
  }
}

/** Reads all pages. Puts `delivered` before `clicked` of the same time. */
async function eventsSince(since: Date, { client }: ListenDependencies): Promise<readonly StatusEvent[]> {
  const events: StatusEvent[] = [];
  let cursor: string | undefined;
  do {
    const query = { since: since.toISOString(), limit: 100, ...(cursor !== undefined && { cursor }) };
    const page = unwrap(await client.listEvents({ query }));
    events.push(...page.events);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const rank = ({ status }: StatusEvent) => Number(status === 'clicked');
  return events.toSorted((a, b) => Date.parse(a.recordedAt) - Date.parse(b.recordedAt) || rank(a) - rank(b));
}

/** Forwards one event with up to 8 attempts. @returns whether the receiver accepted it */
async function forward(event: StatusEvent, url: string, dependencies: ListenDependencies): Promise<boolean> {
  const { random, sleep, stopping, print } = dependencies;
  const label = `${event.notificationId} ${event.status}`;
  for (let attempt = 1; !stopping.aborted; attempt++) {
    const { response, requestedMs } = await attemptForward(event, url, dependencies);
    if (response.startsWith('2')) {
      print(`${label} → ${response}`);
      return true;
    }
    const pause = pauseAfter(attempt, random(), requestedMs);
    if (pause === undefined) {
      print(`${label} → ${response}, dropped after ${attempt} attempts`);
      return false;
    }
    print(`${label} → ${response}, again in ${Math.round(pause / 1000)} s`);
    await sleep(pause);
  }
  return false;
}

async function attemptForward(event: StatusEvent, url: string, { fetch, keys, now }: ListenDependencies) {
  const { notificationId, status, sessionAddress, test } = event;
  const attemptedAt = now();
  const payload = { notificationId, status, sessionAddress, test, timestamp: attemptedAt.toISOString() };
  const unsigned = { id: `${notificationId}_${status}`, body: JSON.stringify(payload), attemptedAt };
  const { headers, body } = await signDelivery(unsigned, keys.sign, [keys.secretBytes]);
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.body?.cancel();
    const requestedMs = retryAfterMs(response.headers.get('retry-after') ?? undefined, now());
    return { response: String(response.status), requestedMs };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { response: cause instanceof Error ? cause.message || cause.name : 'no response', requestedMs: 0 };
  }
}
