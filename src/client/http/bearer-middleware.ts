import type { Middleware } from '../../typed-contract/client.ts';

/** Presents an access token that is not bound to a key (RFC 6750 §2.1). */
export function bearerMiddleware(accessToken: () => string | undefined | Promise<string | undefined>): Middleware {
  return {
    onRequest: async ({ request }) => {
      const token = await accessToken();
      if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
      return request;
    },
  };
}
