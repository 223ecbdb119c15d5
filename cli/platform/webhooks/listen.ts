import { createHmac, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { createNotificationsClient, type NotificationsClient } from '../../../generated/notifications/client.ts';
import type { components } from '../../../generated/notifications/types.ts';
import { pauseAfter, retryAfterMs, signDelivery } from '../../../src/runtime/webhooks/delivery-attempt.ts';
import { unwrap } from '../../../src/typed-contract/client.ts';
import type { Ed25519Sign } from '../../../src/protocol/proof-jwt.ts';
import { serviceBaseUrl } from '../base-urls.ts';
import { parseWords, UsageError } from '../print.ts';

type StatusEvent = components['schemas']['StatusEvent'];

interface ListenDependencies {
  /** Events from this time on are forwarded; undefined: from now on. */
  readonly from?: Date | undefined;
  readonly client: Pick<NotificationsClient, 'listEvents'>;
  readonly keys: LocalSigningKeys;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => Date;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly stopping: AbortSignal;
  readonly print: (line: string) => void;
}

const pollMs = 1000;
/** Events are listed again for this time, because one may be written late; known ones are skipped. */
const overlapMs = 10_000;
const timeoutMs = 10_000;

/**
 * Forwards every event that is recorded from a time on, signed, until it is stopped. A forward that fails is repeated on the
 * schedule of webhooks: 8 attempts. `clicked` waits until `delivered` of its notification is settled.
 *
 * @returns how many events were accepted and dropped
 * @throws RefusedError when the key is refused at the start
 */
export async function listen(forwardTo: string, dependencies: ListenDependencies) {
  const { now, sleep, stopping, print, from = now() } = dependencies;
  const counts = { forwarded: 0, dropped: 0 };
  const known = new Map<string, number>();
  const last = new Map<string, Promise<void>>();
  const startedAt = from.getTime();
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

/** PKCS#8 header of an Ed25519 seed (RFC 8410 §7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface LocalSigningKeys {
  /** Ed25519, hex. */
  readonly publicKey: string;
  readonly sign: Ed25519Sign;
  /** `whsec_` and base64. */
  readonly secret: string;
  readonly secretBytes: Uint8Array;
}

/**
 * Derives the keys that sign forwarded events from a secret of the developer, such as the API key, so that they stay the same from run to run. The app's own
 * keys never leave the service: an API key must not be enough to forge what production receivers accept.
 */
export function localSigningKeys(secret: string): LocalSigningKeys {
  const derive = (purpose: string) => createHmac('sha256', secret).update(`webhooks listen: ${purpose}`).digest();
  const der = Buffer.concat([pkcs8Prefix, derive('Ed25519 key')]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const secretBytes = derive('shared secret');
  return {
    publicKey: Buffer.from(x, 'base64url').toString('hex'),
    sign: async (message) => new Uint8Array(sign(null, message, key)),
    secret: `whsec_${secretBytes.toString('base64')}`,
    secretBytes,
  };
}

const usage = 'Usage: webhooks listen [--app <appId>] [--key <ank_…>] --forward <http://localhost:3000/hook>';

interface WebhookCommandDependencies extends Omit<ListenDependencies, 'client' | 'keys'> {
  readonly env: NodeJS.ProcessEnv;
  /** Reads the key of the demo app of this machine; undefined for another app, and without a demo app. */
  readonly demoKey: (appId: string | undefined) => Promise<string | undefined>;
}

/** Runs `webhooks listen` until it is interrupted. @returns the result to print besides `ok` */
export async function runWebhooks(args: readonly string[], dependencies: WebhookCommandDependencies): Promise<object> {
  const options = { key: { type: 'string' }, forward: { type: 'string' }, app: { type: 'string' } } as const;
  const { positionals, values } = parseWords(args, options, usage);
  const { env, print } = dependencies;
  const { app, forward } = values;
  if (positionals.join(' ') !== 'listen' || forward === undefined) throw new UsageError(usage);
  const key = values.key ?? env['NOTIFICATIONS_KEY'] ?? (await dependencies.demoKey(app));
  if (key === undefined)
    throw new UsageError(
      `Pass --key or NOTIFICATIONS_KEY: a key with the scope read of ${app === undefined ? 'an app' : `the app ${app}`}, from the page Keys of the developer portal. ${usage}`,
    );
  requireHttpUrl(forward);
  const baseUrl = serviceBaseUrl(env, 'notifications');
  const keys = localSigningKeys(key);
  printKeys(forward, keys, print);
  const client = createNotificationsClient({
    baseUrl,
    fetch: dependencies.fetch,
    headers: { 'x-platform-notifications-key': key },
  });
  return listen(forward, { ...dependencies, client, keys });
}

/** @throws UsageError for anything else than an http or https address */
export function requireHttpUrl(forward: string): void {
  if (!URL.canParse(forward) || !/^https?:$/.test(new URL(forward).protocol))
    throw new UsageError(`${forward} is not an http or https address.`);
}

/** Prints the keys that a receiver on this machine verifies with. */
export function printKeys(forward: string, keys: LocalSigningKeys, print: (line: string) => void): void {
  print(`Forwarding to ${forward}. These keys sign here, not those of the app:`);
  print(`  WEBHOOK_PUBLIC_KEY=${keys.publicKey}`);
  print(`  WEBHOOK_SECRET=${keys.secret}`);
}
