import { createClient, type Middleware, type Route } from '../../typed-contract/client.ts';
import type { OperationCall } from '../../typed-contract/operation.ts';
import type { PageConfig } from '../ui/page-config.ts';
import type { Token } from '../../../generated/backend/types.ts';
import { type BackendClient, createBackendClient } from '../../../generated/backend/client.ts';
import { idempotencyMiddleware } from '../../client/http/middleware.ts';

/** A webhook that the app's server received, or a send that was refused. */
export interface ReceivedEvent {
  readonly notificationId: string | null;
  /** Status that the webhook reported, or the error code of a refused send. */
  readonly status: string;
  /** ISO 8601. */
  readonly at: string;
}

/** What is left of the app's notifications to this user. */
export interface NotificationsLeft {
  readonly today: number;
  /** Seconds until the next one is accepted. */
  readonly nextInSeconds: number;
}

type Json<Body> = { readonly content: { readonly 'application/json': Body } };
type Refusal = Json<{ readonly error: string }>;
interface Refusals {
  readonly 400: Refusal;
  readonly 401: Refusal;
  readonly 429: Refusal;
  readonly 503: Refusal;
}

/** Operations of the demo mini app's own server. Its page sends the user's access token. */
export interface MiniAppServerOperations {
  readonly notifyMe: {
    readonly parameters: Record<never, never>;
    /** `inSeconds` delays the notification, so that the user can close the app first. */
    readonly requestBody: Json<{ readonly body: string; readonly startParam: string; readonly inSeconds: number }>;
    /** `left` is null for a notification that is sent later. */
    readonly responses: { readonly 202: Json<{ readonly left: NotificationsLeft | null }> } & Refusals;
  };
  readonly listReceivedEvents: {
    readonly parameters: Record<never, never>;
    readonly responses: { readonly 200: Json<{ readonly events: readonly ReceivedEvent[] }> } & Refusals;
  };
}

export const miniAppServerRoutes: { readonly [Id in keyof MiniAppServerOperations]: Route } = {
  notifyMe: { method: 'post', path: '/mini-app/api/notifications', statuses: [202, 400, 401, 429, 503] },
  listReceivedEvents: { method: 'get', path: '/mini-app/api/events', statuses: [200, 400, 401, 429, 503] },
};

export const miniAppServerBodies = {
  notifyMe: {
    type: 'object',
    additionalProperties: false,
    required: ['body', 'startParam', 'inSeconds'],
    properties: {
      // The notification service checks their lengths.
      body: { type: 'string' },
      startParam: { type: 'string' },
      inSeconds: { type: 'number', minimum: 0, maximum: 30 },
    },
  },
} as const;

interface MiniAppServerClient {
  readonly notifyMe: OperationCall<MiniAppServerOperations['notifyMe']>;
  readonly listReceivedEvents: OperationCall<MiniAppServerOperations['listReceivedEvents']>;
}

const createMiniAppServerClient = (baseUrl: string, middleware: readonly Middleware[]): MiniAppServerClient =>
  createClient<MiniAppServerOperations>(miniAppServerRoutes, { baseUrl, middleware });

/** A product as the app displays it. The invoice fixes the price that is charged. */
export interface ShownProduct {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly iconUrl: string;
  /** In whole tokens. */
  readonly price: string;
  readonly token: Token;
  readonly test?: string;
}

/** Configuration that the server writes into the demo mini app's page. */
export interface MiniAppConfig extends PageConfig {
  readonly products: readonly ShownProduct[];
}

export interface MiniAppApi {
  /** The mini-app backend, called through this page's server. */
  readonly backend: BackendClient;
  readonly server: MiniAppServerClient;
}

/** @param authentication sends the user's access token */
export function miniAppApi(authentication: Middleware): MiniAppApi {
  // In a sandboxed frame `location.origin` is opaque; the address still contains the server's origin.
  const { origin } = new URL(location.href);
  return {
    backend: createBackendClient({
      baseUrl: `${origin}/mini-app/backend`,
      middleware: [idempotencyMiddleware(), authentication],
    }),
    server: createMiniAppServerClient(origin, [authentication]),
  };
}

export function readMiniAppConfig(): MiniAppConfig {
  // The page's own server writes this value, so its type is known.
  return JSON.parse(document.getElementById('app')?.dataset['config'] ?? '{}');
}
