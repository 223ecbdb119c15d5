import { createClient, type Middleware, type Route } from '../../contract/client.ts';
import type { OperationCall } from '../../contract/operation.ts';

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

/** What the demo mini app's own server does; its page presents the person's access token. */
export interface MiniAppServerOperations {
  readonly notifyMe: {
    readonly parameters: Record<never, never>;
    /** In so many seconds, so that the person can leave the app before. */
    readonly requestBody: Json<{ readonly body: string; readonly startParam: string; readonly inSeconds: number }>;
    readonly responses: { readonly 202: Json<Record<never, never>>; readonly 400: Refusal; readonly 401: Refusal };
  };
  readonly listHeard: {
    readonly parameters: Record<never, never>;
    readonly responses: { readonly 200: Json<{ readonly heard: readonly Heard[] }>; readonly 401: Refusal };
  };
}

const routes: { readonly [Id in keyof MiniAppServerOperations]: Route } = {
  notifyMe: { method: 'post', path: '/mini-app/api/notifications', statuses: [202, 400, 401] },
  listHeard: { method: 'get', path: '/mini-app/api/heard', statuses: [200, 401] },
};

export interface MiniAppServerClient {
  readonly notifyMe: OperationCall<MiniAppServerOperations['notifyMe']>;
  readonly listHeard: OperationCall<MiniAppServerOperations['listHeard']>;
}

export const createMiniAppServerClient = (baseUrl: string, middleware: readonly Middleware[]): MiniAppServerClient =>
  createClient<MiniAppServerOperations>(routes, { baseUrl, middleware });
