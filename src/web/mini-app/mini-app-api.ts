import { type BackendClient, createBackendClient } from '../../../generated/backend/client.ts';
import { idempotencyMiddleware } from '../../client/http/middleware.ts';
import type { Middleware } from '../../typed-contract/client.ts';
import { createMiniAppServerClient, type MiniAppConfig, type MiniAppServerClient } from './mini-app-server.ts';

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
