import type { FastifyBaseLogger } from 'fastify';
import type { NotificationsOperations, NotificationsSecurity } from '../../generated/notifications/operations.ts';
import type { OperationHandler } from '../typed-contract/operation.ts';
import type { MasterKey } from '../runtime/master-key.ts';
import type { OutboundHttp } from '../runtime/outbound-http.ts';
import type { IncomingRequest } from '../runtime/incoming-request.ts';
import type { PushStreams } from './push/push-streams.ts';
import type { Signals } from './signals.ts';
import type { NotificationsStore } from './store.ts';
import type { WebhookKeys } from './webhook-keys.ts';

/** What every operation is given. */
export interface NotificationsContext {
  readonly store: NotificationsStore;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly masterKey: MasterKey;
  readonly webhookKeys: WebhookKeys;
  /** Why this service would not send to an address that somebody registers. */
  readonly vetUrl: OutboundHttp['checkUrl'];
  readonly signals: Signals;
  readonly streams: PushStreams;
  /** The VAPID public key. */
  readonly pushKey: string;
}

/** The owner of an access token: a developer in the portal, a person in the host. */
export interface Caller {
  readonly sub: string;
  /** The application that the token was issued to, by provider address. */
  readonly clientId: string;
  readonly expiresAt: Date;
}

/** What each security scheme proves. */
export interface NotificationsCredentials {
  readonly notificationsKey: { readonly app: { readonly id: string } };
  readonly bearer: { readonly caller: Caller };
  readonly dpop: { readonly caller: Caller };
  /** Of one push, and of nothing else of the person. */
  readonly receiptToken: { readonly caller: Pick<Caller, 'sub'>; readonly notificationId: string };
  readonly anonymous: object;
}

export interface RequestContext {
  readonly request: IncomingRequest;
  readonly log: FastifyBaseLogger;
}

export type NotificationsHandler<Id extends keyof NotificationsOperations> = OperationHandler<
  NotificationsOperations[Id],
  NotificationsContext & NotificationsCredentials[NotificationsSecurity[Id]] & RequestContext
>;
