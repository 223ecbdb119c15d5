import type { BaseLogger } from 'pino';
import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import { serviceTokenLifetime, serviceTokenType } from '../../protocol/service-token.ts';
import type { SsoSettings } from '../settings.ts';
import { type SigningKeys, signRs256Jwt } from '../keys/signing-keys.ts';
import type { noticedEvents, SystemPush, SystemPushStore } from './activity-store.ts';

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

/** A recovery has a notice of its own on the pages. */
type ToldEvent = (typeof noticedEvents)[number] | 'owner_recovered';

const texts: Readonly<Record<ToldEvent, string>> = {
  key_compromised: 'A key of your agents was reported stolen.',
  passkey_registered: 'A passkey was added to your identity.',
  passkey_removed: 'A passkey was removed from your identity.',
  device_enrolled: 'A device was added to your identity.',
  device_removed: 'A device was removed from your identity.',
  recovery_codes_created: 'Recovery codes were created for your identity.',
  owner_recovered: 'A recovery code added a passkey to your identity.',
  console_scopes_set: 'Your access to the operator console was changed.',
  console_opened: 'The operator console was opened with your passkey.',
};

/** An event that a newer process recorded may have no text yet. */
const isTold = (event: string): event is ToldEvent => Object.hasOwn(texts, event);

/** Returns the text of a push, at most 178 characters. It names nothing that others should not read on a locked screen. */
function systemPushText(event: string): string {
  return `${isTold(event) ? texts[event] : 'Something important changed in your account.'} Was it you? If not, open your account now.`;
}
