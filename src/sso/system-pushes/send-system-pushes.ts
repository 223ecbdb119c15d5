import type { BaseLogger } from 'pino';
import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import { serviceTokenLifetime, serviceTokenType } from '../../protocol/service-token.ts';
import type { SsoSettings } from '../settings.ts';
import { signRs256Jwt } from '../sign-jwt.ts';
import type { SigningKeys } from '../signing-keys.ts';
import type { SystemPush, SystemPushStore } from '../store/system-pushes.ts';
import { systemPushText } from './system-push-text.ts';

/** Pauses after failed attempts, seconds: about ten minutes in all. */
const pauses = [2, 10, 60, 600] as const;
/** Seconds after which a push that nobody finished is claimed again. */
const lease = 60;
const timeoutMs = 10_000;
/** Maximum number of pushes of one round. */
const atOnce = 16;

export interface SystemPushDependencies {
  readonly systemPushes: SystemPushStore;
  /** The notification service. */
  readonly notifications: { readonly baseUrl: string; readonly fetch: typeof globalThis.fetch };
  readonly signingKeys: Pick<SigningKeys, 'current'>;
  readonly settings: Pick<SsoSettings, 'issuer'>;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly log: Pick<BaseLogger, 'error' | 'warn'>;
}

/**
 * Asks the notification service to tell owners of changes that they should know of. Who does not allow pushes of the
 * platform is not told by one.
 */
export function createSystemPushSender({
  systemPushes,
  notifications: { baseUrl, fetch },
  signingKeys,
  settings: { issuer },
  now,
  newId,
  log,
}: SystemPushDependencies): { readonly round: () => Promise<void> } {
  const later = (seconds: number) => new Date(now().getTime() + seconds * 1000);

  const serviceToken = async (): Promise<string> => {
    const iat = Math.floor(now().getTime() / 1000);
    const claims = { iss: issuer, sub: issuer, aud: baseUrl, iat, exp: iat + serviceTokenLifetime, jti: newId() };
    return signRs256Jwt(serviceTokenType, claims, await signingKeys.current());
  };

  /** @returns the status of the response; undefined when the service cannot be reached */
  const request = async ({ ownerSub, eventId, event }: SystemPush): Promise<number | undefined> => {
    const client = createNotificationsClient({
      baseUrl,
      fetch,
      headers: { authorization: `Bearer ${await serviceToken()}` },
    });
    const sending = client.createSystemPush({
      headers: { 'Idempotency-Key': `event-${eventId}` },
      body: { sessionAddress: ownerSub, body: systemPushText(event) },
      signal: AbortSignal.timeout(timeoutMs),
    });
    return sending.then(
      ({ status }) => status,
      () => undefined,
    );
  };

  const send = async (push: SystemPush): Promise<void> => {
    const status = await request(push);
    // 403 and 404: the owner does not allow it, or was never asked.
    if (status === 202 || status === 403 || status === 404) return systemPushes.delete(push);
    const pause = pauses[push.attempt - 1];
    if (pause !== undefined) return systemPushes.postpone(push, later(pause));
    const { event, attempt } = push;
    log.warn({ event, attempt, status }, 'the notification service did not accept a push, which is not sent again');
    await systemPushes.delete(push);
  };

  return {
    round: async () => {
      const claimed = await systemPushes.claim({ at: now(), limit: atOnce, leaseUntil: later(lease) });
      await Promise.all(
        claimed.map((push) =>
          send(push).catch((error: unknown) =>
            log.error({ err: error }, 'sending a push of the platform failed; it is tried again'),
          ),
        ),
      );
    },
  };
}
