import { createNotificationsClient, type NotificationsClient } from '../../../generated/notifications/client.ts';
import { serviceTokenLifetime, serviceTokenType } from '../../protocol/service-token.ts';
import { type SigningKeys, signRs256Jwt } from '../keys/signing-keys.ts';
import type { SsoSettings } from '../settings.ts';

/** Where the notification service is. */
export interface NotificationAddress {
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
}

export interface NotificationServiceDependencies {
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
