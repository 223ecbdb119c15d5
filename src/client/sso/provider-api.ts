import type { Route } from '../../typed-contract/client.ts';
import type { OperationCall } from '../../typed-contract/operation.ts';

export interface ProviderApiOptions {
  readonly baseUrl: string;
  /** Adds credentials and sends a request. */
  readonly send: (request: Request) => Promise<Response>;
}

interface CallParts {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * Creates the operations of a sign-in: smaller than the generated client, because their inputs are only queries, forms and
 * JSON bodies of texts. A body that is no JSON is undefined.
 */
export function createProviderApi<Operations>(
  routes: { readonly [Id in keyof Operations]: Route },
  { baseUrl, send }: ProviderApiOptions,
): { readonly [Id in keyof Operations]: OperationCall<Operations[Id]> } {
  const call = async ({ method, path, contentType = 'application/json' }: Route, parts: CallParts) => {
    const { query, body, signal } = parts;
    const text =
      contentType === 'application/json' ? JSON.stringify : (form: typeof body) => `${new URLSearchParams(form)}`;
    const response = await send(
      new Request(`${baseUrl}${path}${query ? `?${new URLSearchParams(query)}` : ''}`, {
        method: method.toUpperCase(),
        // Redirects are not followed: that would send credentials to another server.
        redirect: 'manual',
        ...(signal && { signal }),
        ...(body && { body: text(body), headers: { 'content-type': contentType } }),
      }),
    );
    const json: unknown = await response.json().catch(() => {
      // A body that an abort cut off is not a response.
      signal?.throwIfAborted();
    });
    return { status: response.status, body: json, headers: response.headers };
  };
  const entries = Object.entries<Route>(routes).map(([id, route]) => [
    id,
    (parts: CallParts = {}) => call(route, parts),
  ]);
  // The types of the contract enter and leave here; the routes are data.
  return Object.fromEntries(entries) as { readonly [Id in keyof Operations]: OperationCall<Operations[Id]> };
}
