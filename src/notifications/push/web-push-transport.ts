import webPush, { type RequestDetails, type RequestOptions } from 'web-push';
import type { MasterKey } from '../../runtime/master-key.ts';
import type { ObserveOutcome } from '../../runtime/metrics.ts';
import type { OutboundResponse, OutboundHttp } from '../../runtime/outbound-http.ts';
import type { PushSubscription } from '../database.ts';
import type { ReachableDevice } from '../store/devices.ts';
import type { ClaimedPush } from '../store/pushes.ts';
import { issueReceiptToken } from './receipt-token.ts';
import { type Handover, pushJson, pushLifetimeMs, type PushTransport } from './transport.ts';

const purpose = 'push subscription';
const timeoutMs = 10_000;
const maxResponseBytes = 16 * 1024;

/** The key pair by which push services know this service (RFC 8292), base64url. */
export interface VapidKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface WebPushParts {
  readonly post: OutboundHttp['post'];
  readonly masterKey: MasterKey;
  readonly vapidKey: VapidKey;
  /** Whom a push service can turn to: a mailto: or https: address. */
  readonly contact: string;
  readonly now: () => Date;
  /** Told of every attempt, by what came of it. */
  readonly measure: ObserveOutcome;
}

/** Whoever has a subscription can push to the browser, so it is kept sealed. */
export function sealSubscription(masterKey: MasterKey, { endpoint, keys }: PushSubscription): string {
  const { p256dh, auth } = keys;
  return masterKey.seal(Buffer.from(JSON.stringify({ endpoint, keys: { p256dh, auth } })), purpose);
}

/** Web Push (RFC 8030) to browsers: encrypted for the browser (RFC 8291), through its push service. */
export function createWebPushTransport(parts: WebPushParts): PushTransport {
  const { post, masterKey, vapidKey, contact, now, measure } = parts;
  const handOver = async (push: ClaimedPush, { sealedSubscription }: ReachableDevice): Promise<Handover> => {
    if (sealedSubscription === null) return 'refused';
    const subscription: PushSubscription = JSON.parse(
      Buffer.from(masterKey.open(sealedSubscription, purpose)).toString(),
    );
    const leftMs = push.sentAt.getTime() + pushLifetimeMs - now().getTime();
    const request = encrypted(subscription, pushJson(push, issueReceiptToken(masterKey, push)), {
      TTL: Math.max(0, Math.floor(leftMs / 1000)),
      urgency: 'normal',
      vapidDetails: { subject: contact, ...vapidKey },
    });
    if (request === undefined) return 'refused';
    const answer = await post({
      url: subscription.endpoint,
      headers: Object.fromEntries(
        Object.entries(request.headers)
          .filter(([name]) => name.toLowerCase() !== 'content-length')
          .map(([name, value]) => [name.toLowerCase(), String(value)]),
      ),
      body: new Uint8Array(request.body),
      timeoutMs,
      maxResponseBytes,
    });
    return handoverOf(answer);
  };
  return {
    receiptUntil: ({ sentAt }) => new Date(sentAt.getTime() + pushLifetimeMs),
    offer: async (push, device) => {
      const started = performance.now();
      const handover = await handOver(push, device);
      measure(handover, (performance.now() - started) / 1000);
      return handover;
    },
  };
}

/** @returns undefined when nothing can be encrypted for it: 65 bytes of base64url need not be a point of the curve */
function encrypted(subscription: PushSubscription, text: string, options: RequestOptions): RequestDetails | undefined {
  try {
    // The library reads addresses by older rules than those that found this one public: give it the plain form.
    return webPush.generateRequestDetails(
      { ...subscription, endpoint: new URL(subscription.endpoint).href },
      text,
      options,
    );
  } catch {
    return undefined;
  }
}

function handoverOf(answer: OutboundResponse): Handover {
  if (answer.status === null) return answer.error === 'address_not_public' ? 'refused' : 'failed';
  const { status } = answer;
  if (status >= 200 && status < 300) return 'taken';
  // RFC 8030 §7.3: the subscription has expired.
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status === 408 || status >= 500 ? 'failed' : 'refused';
}
