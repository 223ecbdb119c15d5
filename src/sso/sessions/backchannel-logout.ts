import type { BaseLogger } from 'pino';
import type { OutboundHttp } from '../../runtime/outbound/outbound-http.ts';
import type { SsoHandlerContext } from '../context.ts';
import type { LogoutNotice } from './logout-notice-store.ts';
import { signRs256Jwt } from '../keys/signing-keys.ts';

/** Pauses after failed attempts, seconds: about three hours in all. */
const pauses = [5, 30, 120, 600, 1_800, 7_200] as const;
/** Seconds after which a notice that nobody finished is claimed again. */
const lease = 60;
const timeoutMs = 10_000;
/** Maximum number of concurrent requests, and those to one application, so that a slow one delays no other. */
const concurrency = 32;
const perClient = 4;

/** Sends logout tokens (OpenID Connect Back-Channel Logout 1.0 §2.5) until each is accepted or its attempts are used. */
export function createLogoutSender(
  context: SsoHandlerContext,
  {
    outbound,
    log,
  }: { readonly outbound: Pick<OutboundHttp, 'post'>; readonly log: Pick<BaseLogger, 'error' | 'warn'> },
) {
  const { logoutNotices: notices, metrics, now } = context;
  /** Requests in flight, with the application that each goes to. */
  const inFlight = new Map<Promise<void>, string>();
  const later = (seconds: number) => new Date(now().getTime() + seconds * 1000);

  const send = async (notice: LogoutNotice): Promise<void> => {
    const token = await signLogoutToken(notice, context);
    const response = await outbound.post({
      url: notice.uri,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'cache-control': 'no-store' },
      body: new URLSearchParams({ logout_token: token }).toString(),
      timeoutMs,
      maxResponseBytes: 1_024,
    });
    const accepted = response.status !== null && response.status >= 200 && response.status < 300;
    const pause = accepted ? undefined : pauses[notice.attempt - 1];
    metrics.logoutSent(accepted ? 'accepted' : pause === undefined ? 'given_up' : 'failed');
    if (pause !== undefined) return notices.postpone(notice, later(pause));
    if (!accepted) {
      const { clientAddress, attempt } = notice;
      const reason = response.status ?? response.error;
      log.warn({ clientAddress, attempt, reason }, 'a logout token was not accepted, and is not sent again');
    }
    await notices.delete(notice);
  };

  return {
    /** Starts to send what is due. Resolves when it is claimed. */
    round: async (): Promise<void> => {
      if (inFlight.size >= concurrency) return;
      const claimed = await notices.claim({
        at: now(),
        limit: concurrency - inFlight.size,
        perClient,
        busyClients: [...new Set(inFlight.values())],
        leaseUntil: later(lease),
      });
      for (const notice of claimed) {
        const sending = send(notice)
          .catch((error: unknown) => log.error({ err: error }, 'sending a logout token failed; it is tried again'))
          .finally(() => inFlight.delete(sending));
        inFlight.set(sending, notice.clientAddress);
      }
    },
    /** Waits for the requests in flight. */
    settled: async (): Promise<void> => {
      await Promise.all(inFlight.keys());
    },
  };
}

/** Seconds for which a logout token is valid (OpenID Connect Back-Channel Logout 1.0 §4). */
const lifetime = 120;

/** Signs a logout token (OpenID Connect Back-Channel Logout 1.0 §2.4). It has no nonce, so that it is no id_token. */
async function signLogoutToken(
  { id, clientAddress, ownerSub, pairwiseSector, sessionId }: LogoutNotice,
  { signingKeys, settings, subjects, now }: SsoHandlerContext,
): Promise<string> {
  const iat = Math.floor(now().getTime() / 1000);
  return signRs256Jwt(
    'logout+jwt',
    {
      iss: settings.issuer,
      aud: clientAddress,
      sub: subjects.of(ownerSub, { pairwiseSector }),
      sid: sessionId,
      jti: id,
      iat,
      exp: iat + lifetime,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    },
    await signingKeys.current(),
  );
}
