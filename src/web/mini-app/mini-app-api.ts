import { type BackendClient, createBackendClient } from '../../../generated/backend/client.ts';
import { idempotencyMiddleware } from '../../client/http/idempotency-middleware.ts';
import type { Middleware } from '../../typed-contract/client.ts';
import { createMiniAppServerClient, type MiniAppServerClient } from './mini-app-server.ts';

export interface MiniAppApi {
  /** Area D, by way of this page's server. */
  readonly backend: BackendClient;
  readonly server: MiniAppServerClient;
}

/** @param authentication presents the person's access token */
export function miniAppApi(authentication: Middleware): MiniAppApi {
  // In a sandboxed frame the page's origin is opaque, its address is not.
  const { origin } = new URL(location.href);
  return {
    backend: createBackendClient({
      baseUrl: `${origin}/mini-app/backend`,
      middleware: [idempotencyMiddleware(), authentication],
    }),
    server: createMiniAppServerClient(origin, [authentication]),
  };
}
