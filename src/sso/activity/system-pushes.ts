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

/** Returns a client of the notification service with a token of the provider, which lives a minute. */
export type NotificationService = () => Promise<NotificationsClient>;

export const createNotificationService = (
  { baseUrl, fetch }: NotificationAddress,
  { signingKeys, settings: { issuer }, now, newId }: NotificationServiceDependencies,
): NotificationService => {
  let last: { readonly kid: string; readonly iat: number; readonly client: NotificationsClient } | undefined;
  return async () => {
    const key = await signingKeys.current();
    const iat = Math.floor(now().getTime() / 1000);
    // A signature for each push costs more than the rest of the request. A revoked key signs no further request.
    if (last?.kid === key.kid && Math.abs(iat - last.iat) < serviceTokenLifetime / 2) return last.client;
    const claims = { iss: issuer, sub: issuer, aud: baseUrl, iat, exp: iat + serviceTokenLifetime, jti: newId() };
    const token = await signRs256Jwt(serviceTokenType, claims, key);
    const client = createNotificationsClient({ baseUrl, fetch, headers: { authorization: `Bearer ${token}` } });
    last = { kid: key.kid, iat, client };
    return client;
  };
};

/** Pauses after failed attempts, seconds: about ten minutes in all. */
const pauses = [2, 10, 60, 600] as const;
/** Seconds after which a push that nobody finished is claimed again. */
const lease = 60;
const timeoutMs = 10_000;
/** Maximum number of pushes of one look at what is due, and of one round of those of agents. */
const atOnce = 16;
/** Milliseconds between two looks. */
export const lookInterval = 1_000;

/**
 * Asks the notification service to tell owners of changes that they should know of. Who does not allow pushes of the
 * platform is not told by one.
 */
export function createSystemPushSender({
  systemPushes,
  notificationService,
  secrets,
  now,
  log,
}: {
  readonly systemPushes: SystemPushStore;
  readonly notificationService: NotificationService;
  readonly now: () => Date;
  readonly secrets: Pick<GrantSecrets, 'approvalLinkOf'>;
  readonly log: Pick<BaseLogger, 'error' | 'warn'>;
}): {
  /** Sends what was added, and once a second all that is due. */
  readonly round: () => Promise<void>;
  /**
   * Adds a push that was stored, for the next round, which sends it without a claim. A process that looks meanwhile sends it,
   * too: the notification service accepts each event once.
   */
  readonly add: (push: SystemPush) => void;
} {
  let added: readonly SystemPush[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;

  const later = (seconds: number) => new Date(now().getTime() + seconds * 1000);

  /** @returns the status of the response; undefined when the service cannot be reached */
  const request = async ({ ownerSub, eventId, event, approvalRequest }: SystemPush): Promise<number | undefined> => {
    const client = await notificationService();
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

  /** @returns whether the push needs no further attempt */
  const send = async (push: SystemPush): Promise<boolean> => {
    const status = await request(push);
    // 403 and 404: the owner does not allow it, or was never asked.
    if (status === 202 || status === 403 || status === 404) return true;
    const pause = pauses[push.attempt - 1];
    const { event, attempt } = push;
    if (pause !== undefined) await systemPushes.postpone(push, later(pause));
    else
      log.warn({ event, attempt, status }, 'the notification service did not accept a push, which is not sent again');
    return pause === undefined;
  };

  /** Claims what is due; at most once a second while pushes are added. */
  const look = async (): Promise<readonly SystemPush[]> => {
    const at = now();
    if (added.length > 0 && Math.abs(at.getTime() - lookedAt) < lookInterval) return [];
    lookedAt = at.getTime();
    return systemPushes.claim({ at, leaseUntil: later(lease), limit: atOnce });
  };

  const next = async (): Promise<readonly SystemPush[]> => {
    const claimed = await look();
    const known = new Set(claimed.map(({ eventId }) => eventId));
    const others = added.filter(({ eventId }) => !known.has(eventId));
    // Should sending them fail, a look finds them.
    added = others.slice(atOnce);
    return [...claimed, ...others.slice(0, atOnce)];
  };

  const sendAll = async (pushes: readonly SystemPush[]): Promise<void> => {
    const finished = await Promise.all(
      pushes.map((push) =>
        send(push).catch((error: unknown) => {
          log.error({ err: error }, 'sending a push of the platform failed; it is tried again');
          return false;
        }),
      ),
    );
    await systemPushes.delete(pushes.filter((_, index) => finished[index]));
  };

  return {
    add: (push) => (added = [...added, push]),
    round: async () => {
      do await sendAll(await next());
      while (added.length > 0);
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
