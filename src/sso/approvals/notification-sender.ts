import type { BaseLogger } from 'pino';
import type { OutboundHttp } from '../../runtime/outbound/outbound-http.ts';
import type { SsoHandlerContext } from '../context.ts';
import type { DecisionNotification } from './decision-store.ts';

/** Pauses after failed attempts, seconds: the application polls in the meantime. */
const pauses = [2, 10, 30, 60] as const;
const timeoutMs = 10_000;
/** Seconds after which a notification that nobody finished is claimed again: longer than any attempt. */
const lease = 20;
/** Most requests at once, and of those to one application, so that a slow one delays no other. */
const atOnce = 16;
const perClient = 4;

/** Binds a sealed token to its request, so that swapped rows do not open. */
export const notificationTokenLabel = (id: string): string => `client notification token ${id}`;

/** Tells applications in ping mode that a decision can be fetched (CIBA Core §10.2). */
export function createNotificationSender(
  { decisionNotifications: notifications, sealing, secrets, now }: SsoHandlerContext,
  {
    outbound,
    log,
  }: { readonly outbound: Pick<OutboundHttp, 'post'>; readonly log: Pick<BaseLogger, 'error' | 'warn'> },
): {
  /** Starts to send what is due. Resolves when it is claimed. */
  readonly round: () => Promise<void>;
  /** Waits for the requests in flight. */
  readonly settled: () => Promise<void>;
} {
  /** Requests in flight, with the application that each goes to. */
  const inFlight = new Map<Promise<void>, string>();
  const later = (seconds: number) => new Date(now().getTime() + seconds * 1000);

  const send = async ({ id, uri, sealedToken, attempt, clientAddress }: DecisionNotification): Promise<void> => {
    const token = Buffer.from(sealing.open(sealedToken, notificationTokenLabel(id))).toString();
    const response = await outbound.post({
      url: uri,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'cache-control': 'no-store' },
      body: JSON.stringify({ auth_req_id: secrets.authReqIdOf(id) }),
      timeoutMs,
      maxResponseBytes: 1_024,
    });
    if (response.status !== null && response.status >= 200 && response.status < 300) return notifications.finish(id);
    const pause = pauses[attempt - 1];
    if (pause !== undefined) return notifications.postpone(id, later(pause));
    const reason = response.status ?? response.error;
    log.warn({ clientAddress, attempt, reason }, 'a decision was not accepted, and is not sent again');
    await notifications.finish(id);
  };

  return {
    round: async () => {
      if (inFlight.size >= atOnce) return;
      const claimed = await notifications.claim({
        at: now(),
        limit: atOnce - inFlight.size,
        perClient,
        busyClients: [...new Set(inFlight.values())],
        leaseUntil: later(lease),
      });
      for (const notification of claimed) {
        const sending = send(notification)
          .catch((error: unknown) =>
            log.error({ err: error }, 'telling an application of a decision failed; it is tried again'),
          )
          .finally(() => inFlight.delete(sending));
        inFlight.set(sending, notification.clientAddress);
      }
    },
    settled: async () => {
      await Promise.all(inFlight.keys());
    },
  };
}
