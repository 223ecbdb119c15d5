import webPush, { type RequestDetails, type RequestOptions } from 'web-push';
import type { MasterKey } from '../../runtime/start/master-key.ts';
import type { ObserveOutcome } from '../../runtime/observe/metrics.ts';
import type { OutboundResponse, OutboundHttp } from '../../runtime/outbound/outbound-http.ts';
import { retryAfterMs } from '../../runtime/webhooks/delivery-attempt.ts';
import type { PushSubscription } from '../database.ts';
import type { ReachableDevice } from './device-store.ts';
import type { ClaimedPush } from './push-store.ts';
import type { VapidKey } from './push-key-store.ts';
import {
  type HandoverResult,
  issueReceiptToken,
  pushJson,
  pushLifetimeMs,
  type PushTransport,
  subscriptionPurpose,
} from './push-transport.ts';

const timeoutMs = 10_000;
const maxResponseBytes = 16 * 1024;

interface WebPushDependencies {
  readonly post: OutboundHttp['post'];
  readonly masterKey: MasterKey;
  /** Returns the key that a device subscribed with; undefined when it has ended. */
  readonly findVapidKey: (id: string) => Promise<VapidKey | undefined>;
  /** Contact for push services: a mailto: or https: address (RFC 8292 §2.1). */
  readonly contact: string;
  readonly now: () => Date;
  /** Counts requests by result and measures their latency. */
  readonly measure: ObserveOutcome;
}

/** Encrypts a subscription for storage: a subscription is a credential to push to the browser. */
export function sealSubscription(masterKey: MasterKey, { endpoint, keys }: PushSubscription): string {
  const { p256dh, auth } = keys;
  return masterKey.seal(Buffer.from(JSON.stringify({ endpoint, keys: { p256dh, auth } })), subscriptionPurpose);
}

/** Encrypts the token of a phone for storage. */
export const sealToken = (masterKey: MasterKey, token: string): string =>
  masterKey.seal(Buffer.from(token), subscriptionPurpose);

/** Transport of Web Push (RFC 8030): encrypts for the browser (RFC 8291) and sends to its push service. */
export function createWebPushTransport(dependencies: WebPushDependencies): PushTransport {
  const { post, masterKey, findVapidKey, contact, now, measure } = dependencies;
  const send = async (
    push: ClaimedPush,
    { sealedSubscription, pushKeyId }: ReachableDevice,
  ): Promise<HandoverResult> => {
    if (sealedSubscription === null) return 'refused';
    const vapidKey = await findVapidKey(pushKeyId);
    if (vapidKey === undefined) return 'refused';
    const subscription: PushSubscription = JSON.parse(
      Buffer.from(masterKey.open(sealedSubscription, subscriptionPurpose)).toString(),
    );
    const leftMs = push.sentAt.getTime() + pushLifetimeMs - now().getTime();
    const request = encrypted(subscription, pushJson(push, issueReceiptToken(masterKey, push)), {
      TTL: Math.max(0, Math.floor(leftMs / 1000)),
      urgency: 'normal',
      vapidDetails: { subject: contact, ...vapidKey },
    });
    if (request === undefined) return 'refused';
    const response = await post({
      url: subscription.endpoint,
      headers: Object.fromEntries(
        Object.entries(request.headers)
          .filter(([name]) => name.toLowerCase() !== 'content-length')
          .map(([name, value]) => [name.toLowerCase(), value]),
      ),
      body: new Uint8Array(request.body ?? []),
      timeoutMs,
      maxResponseBytes,
    });
    return handoverResult(response, now());
  };
  return {
    receiptDeadline: ({ sentAt }) => new Date(sentAt.getTime() + pushLifetimeMs),
    handOver: async (push, device) => {
      const started = performance.now();
      const result = await send(push, device);
      measure(typeof result === 'string' ? result : 'failed', (performance.now() - started) / 1000);
      return result;
    },
  };
}

/** @returns undefined when encryption fails: the 65 bytes of `p256dh` may not be a point of the curve */
function encrypted(subscription: PushSubscription, text: string, options: RequestOptions): RequestDetails | undefined {
  try {
    // The library uses the legacy URL parser; the normalized form reads the same in both parsers.
    return webPush.generateRequestDetails(
      { ...subscription, endpoint: new URL(subscription.endpoint).href },
      text,
      options,
    );
  } catch {
    return undefined;
  }
}

function handoverResult(response: OutboundResponse, now: Date): HandoverResult {
  if (response.status === null) return response.error === 'address_not_public' ? 'refused' : 'failed';
  const { status } = response;
  if (status >= 200 && status < 300) return 'accepted';
  // RFC 8030 §7.3: the subscription has expired.
  if (status === 404 || status === 410) return 'gone';
  if (status !== 429 && status !== 408 && status < 500) return 'refused';
  const pause = retryAfterMs(response.retryAfter, now);
  return pause > 0 ? { retryAfterMs: pause } : 'failed';
}
