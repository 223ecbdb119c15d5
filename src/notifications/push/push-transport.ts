import type { ClaimedPush, Push } from './push-store.ts';
import type { ReachableDevice } from './device-store.ts';
import { isJsonObject } from '../../protocol/json-object.ts';
import { type MasterKey, SealedDataError } from '../../runtime/start/master-key.ts';
import type { IncomingHttpHeaders } from 'node:http2';
import type { BaseLogger } from 'pino';
import type { ObserveOutcome } from '../../runtime/observe/metrics.ts';
import type { Http2Client } from '../../runtime/outbound/http2-client.ts';
import { retryAfterMs } from '../../runtime/webhooks/delivery-attempt.ts';
import type { PushCredentialsKeyring } from './push-credentials-store.ts';

/** Result of handing a push to one device. */
export type HandoverResult =
  /** The device, or its push service, has the push. */
  | 'accepted'
  /** A retry may succeed. */
  | 'failed'
  /** A retry may succeed after the pause that the push service requests. */
  | { readonly retryAfterMs: number }
  /** A retry cannot succeed, although the device exists. */
  | 'refused'
  /** The device no longer exists. */
  | 'gone';

/** Delivers pushes to devices of one kind. */
export interface PushTransport {
  /** Returns until when a receipt may arrive for a push that was accepted at `acceptedAt`. */
  readonly receiptDeadline: (push: ClaimedPush, acceptedAt: Date) => Date;
  /** Reports failures of the device or its push service as a result; never rejects for them. */
  readonly handOver: (push: ClaimedPush, device: ReachableDevice) => Promise<HandoverResult>;
}

export type PushTransports = Readonly<Record<ReachableDevice['transport'], PushTransport>>;

/** Lifetime of a push, milliseconds. Afterwards its outcome is `dropped_device_unreachable`. */
export const pushLifetimeMs = 24 * 60 * 60 * 1000;

/**
 * Serializes a push for a device; all transports use this form.
 *
 * @param receiptToken for devices without an access token
 */
export function pushJson(push: Push, receiptToken?: string): string {
  const { notificationId, appId, title, body, startParam, sentAt } = push;
  return JSON.stringify({
    notificationId,
    appId,
    title,
    body,
    ...(startParam !== null && { startParam }),
    sentAt: sentAt.toISOString(),
    ...(receiptToken !== undefined && { receiptToken }),
  });
}

/** Time after its last heartbeat for which a page counts as open, milliseconds: long enough to reconnect. */
export const streamGraceMs = 60_000;

/** Transport of open pages. Pages read offered pushes through their stream (push-streams.ts); nothing is sent here. */
export const streamTransport: PushTransport = {
  // Counts from the first offer, which may be long after the send.
  receiptDeadline: ({ state, sentAt }, acceptedAt) =>
    new Date((state === 'queued' ? acceptedAt : sentAt).getTime() + streamGraceMs),
  handOver: async () => 'accepted',
};

/** What the subscriptions of devices are sealed for. */
export const subscriptionPurpose = 'push subscription';

const purpose = 'push receipt';

/** The push that a receipt token is valid for, and its recipient. */
interface ReceiptSubject {
  readonly sessionAddress: string;
  readonly notificationId: string;
}

/**
 * Issues the token that lets a service worker report a receipt without an access token. It is sent inside the encrypted
 * web push.
 */
export const issueReceiptToken = (masterKey: MasterKey, { sessionAddress, notificationId }: ReceiptSubject): string =>
  masterKey.seal(Buffer.from(JSON.stringify({ sessionAddress, notificationId })), purpose);

/** @returns undefined when this service did not issue the token */
export function readReceiptToken(masterKey: MasterKey, token: string): ReceiptSubject | undefined {
  try {
    const subject: unknown = JSON.parse(Buffer.from(masterKey.open(token, purpose)).toString());
    if (!isJsonObject(subject)) return undefined;
    const { sessionAddress, notificationId } = subject;
    if (typeof sessionAddress !== 'string' || typeof notificationId !== 'string') return undefined;
    return { sessionAddress, notificationId };
  } catch (error) {
    if (error instanceof SealedDataError) return undefined;
    throw error;
  }
}

export interface MobileTransportDependencies {
  readonly http: Http2Client;
  readonly masterKey: MasterKey;
  readonly credentials: PushCredentialsKeyring;
  /** Server instead of the vendor's; for tests. */
  readonly endpoint: string | undefined;
  readonly now: () => Date;
  readonly measure: ObserveOutcome;
  readonly log: Pick<BaseLogger, 'error'>;
}

/** What a vendor carries: no text of the push, so that the vendor cannot read it. The app fetches nothing without its token. */
export const mobileData = (masterKey: MasterKey, push: ClaimedPush) => ({
  notificationId: push.notificationId,
  appId: push.appId,
  receiptToken: issueReceiptToken(masterKey, push),
});

/** Unix seconds at which a push ends. */
export const expiryOf = ({ sentAt }: ClaimedPush): number => Math.floor((sentAt.getTime() + pushLifetimeMs) / 1000);

/** Creates the transport of a vendor. @param send hands a push to the device with this token */
export function createMobileTransport(
  { masterKey, measure }: Pick<MobileTransportDependencies, 'masterKey' | 'measure'>,
  send: (push: ClaimedPush, token: string) => Promise<HandoverResult>,
): PushTransport {
  return {
    receiptDeadline: ({ sentAt }) => new Date(sentAt.getTime() + pushLifetimeMs),
    handOver: async (push, { sealedSubscription }) => {
      if (sealedSubscription === null) return 'refused';
      const started = performance.now();
      const token = Buffer.from(masterKey.open(sealedSubscription, subscriptionPurpose)).toString();
      const result = await send(push, token);
      measure(typeof result === 'string' ? result : 'failed', (performance.now() - started) / 1000);
      return result;
    },
  };
}

/** A failure that may pass, with the pause that the vendor asks for. */
export function failedUntil(headers: IncomingHttpHeaders, now: Date): HandoverResult {
  const pause = retryAfterMs(headers['retry-after'], now);
  return pause > 0 ? { retryAfterMs: pause } : 'failed';
}
