import type { BaseLogger } from 'pino';
import type { GrantSecrets } from '../tokens/grant-secrets.ts';
import type { noticedEvents, SystemPush, SystemPushStore } from './activity-store.ts';
import { createNotificationsClient, type NotificationsClient } from '../../../generated/notifications/client.ts';
import { serviceTokenLifetime, serviceTokenType } from '../../protocol/service-token.ts';
import { type SigningKeys, signRs256Jwt } from '../keys/signing-keys.ts';
import type { SsoSettings } from '../settings.ts';

/** Where the notification service is. */
export interface NotificationAddress {
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
}

interface NotificationServiceDependencies {
  readonly signingKeys: Pick<SigningKeys, 'current'>;
  readonly settings: Pick<SsoSettings, 'issuer'>;
  readonly now: () => Date;
  readonly newId: () => string;
}

/** Creates a client of the notification service with a new token of the provider, which lives a minute. */
export type NotificationService = () => Promise<NotificationsClient>;

export const createNotificationService =
  (
    { baseUrl, fetch }: NotificationAddress,
    { signingKeys, settings: { issuer }, now, newId }: NotificationServiceDependencies,
  ): NotificationService =>
  async () => {
    const iat = Math.floor(now().getTime() / 1000);
    const claims = { iss: issuer, sub: issuer, aud: baseUrl, iat, exp: iat + serviceTokenLifetime, jti: newId() };
    const token = await signRs256Jwt(serviceTokenType, claims, await signingKeys.current());
    return createNotificationsClient({ baseUrl, fetch, headers: { authorization: `Bearer ${token}` } });
  };

/** Pauses after failed attempts, seconds: about ten minutes in all. */
const pauses = [2, 10, 60, 600] as const;
/** Seconds after which a push that nobody finished is claimed again. */
const lease = 60;
const timeoutMs = 10_000;
/** Maximum number of pushes of one round. */
const atOnce = 16;

interface SystemPushDependencies extends NotificationServiceDependencies {
  readonly systemPushes: SystemPushStore;
  /** The notification service. */
  readonly notifications: NotificationAddress;
  readonly secrets: Pick<GrantSecrets, 'approvalLinkOf'>;
  readonly log: Pick<BaseLogger, 'error' | 'warn'>;
}

/**
 * Asks the notification service to tell owners of changes that they should know of. Who does not allow pushes of the
 * platform is not told by one.
 */
export function createSystemPushSender({
  systemPushes,
  notifications,
  signingKeys,
  secrets,
  settings,
  now,
  newId,
  log,
}: SystemPushDependencies): { readonly round: () => Promise<void> } {
  const later = (seconds: number) => new Date(now().getTime() + seconds * 1000);

  const service = createNotificationService(notifications, { signingKeys, settings, now, newId });

  /** @returns the status of the response; undefined when the service cannot be reached */
  const request = async ({ ownerSub, eventId, event, approvalRequest }: SystemPush): Promise<number | undefined> => {
    const client = await service();
    const sending = client.createSystemPush({
      headers: { 'Idempotency-Key': `event-${eventId}` },
      body: {
        sessionAddress: ownerSub,
        body: systemPushText(event),
        ...(approvalRequest !== null && { startParam: secrets.approvalLinkOf(approvalRequest) }),
      },
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

/** A recovery has a notice of its own on the pages, and requests have their inbox. */
type ToldEvent = (typeof noticedEvents)[number] | 'owner_recovered' | 'approval_requested';

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
  approval_requested: 'An agent asks for your approval.',
};

/** An event that a newer process recorded may have no text yet. */
const isTold = (event: string): event is ToldEvent => Object.hasOwn(texts, event);

/** Returns the text of a push, at most 178 characters. It names nothing that others should not read on a locked screen. */
function systemPushText(event: string): string {
  if (event === 'approval_requested') return `${texts[event]} Open your account to decide.`;
  return `${isTold(event) ? texts[event] : 'Something important changed in your account.'} Was it you? If not, open your account now.`;
}
