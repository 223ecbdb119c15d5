import { createClient, type Middleware, type Route } from '../../typed-contract/client.ts';
import type { OperationCall } from '../../typed-contract/operation.ts';

/** A webhook that the app's server received, or a send that was refused. */
export interface Heard {
  readonly notificationId: string | null;
  /** Status of the webhook, or why the send was refused. */
  readonly status: string;
  /** ISO 8601. */
  readonly at: string;
}

type Json<Body> = { readonly content: { readonly 'application/json': Body } };
type Refusal = Json<{ readonly error: string }>;
interface Refusals {
  readonly 400: Refusal;
  readonly 401: Refusal;
  readonly 429: Refusal;
  readonly 503: Refusal;
}

/** What the demo mini app's own server does; its page presents the person's access token. */
export interface MiniAppServerOperations {
  readonly notifyMe: {
    readonly parameters: Record<never, never>;
    /** In so many seconds, so that the person can leave the app before. */
    readonly requestBody: Json<{ readonly body: string; readonly startParam: string; readonly inSeconds: number }>;
    readonly responses: { readonly 202: Json<Record<never, never>> } & Refusals;
  };
  readonly listHeard: {
    readonly parameters: Record<never, never>;
    readonly responses: { readonly 200: Json<{ readonly heard: readonly Heard[] }> } & Refusals;
  };
}

export const miniAppServerRoutes: { readonly [Id in keyof MiniAppServerOperations]: Route } = {
  notifyMe: { method: 'post', path: '/mini-app/api/notifications', statuses: [202, 400, 401, 429, 503] },
  listHeard: { method: 'get', path: '/mini-app/api/heard', statuses: [200, 400, 401, 429, 503] },
};

/** JSON Schemas of the bodies. */
export const miniAppServerBodies = {
  notifyMe: {
    type: 'object',
    additionalProperties: false,
    required: ['body', 'startParam', 'inSeconds'],
    properties: {
      // How long they may be is for the notification service to say.
      body: { type: 'string' },
      startParam: { type: 'string' },
      inSeconds: { type: 'number', minimum: 0, maximum: 30 },
    },
  },
} as const;

export interface MiniAppServerClient {
  readonly notifyMe: OperationCall<MiniAppServerOperations['notifyMe']>;
  readonly listHeard: OperationCall<MiniAppServerOperations['listHeard']>;
}

export const createMiniAppServerClient = (baseUrl: string, middleware: readonly Middleware[]): MiniAppServerClient =>
  createClient<MiniAppServerOperations>(miniAppServerRoutes, { baseUrl, middleware });
