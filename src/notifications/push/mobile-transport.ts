import type { IncomingHttpHeaders } from 'node:http2';
import type { BaseLogger } from 'pino';
import type { ObserveOutcome } from '../../runtime/observe/metrics.ts';
import type { Http2Client } from '../../runtime/outbound/http2-client.ts';
import type { MasterKey } from '../../runtime/start/master-key.ts';
import { retryAfterMs } from '../../runtime/webhooks/delivery-attempt.ts';
import type { PushCredentialsKeyring } from './push-credentials.ts';
import type { ClaimedPush } from './push-store.ts';
import { type HandoverResult, issueReceiptToken, pushLifetimeMs, type PushTransport } from './push-transport.ts';
import { subscriptionPurpose } from './web-push-transport.ts';

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
