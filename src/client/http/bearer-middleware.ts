import type { Middleware } from '../../typed-contract/client.ts';

/** Creates middleware that sends an unbound access token as Bearer (RFC 6750 §2.1). */
export function bearerMiddleware(accessToken: () => string | undefined | Promise<string | undefined>): Middleware {
  return {
    onRequest: async ({ request }) => {
      const token = await accessToken();
      if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
      return request;
    },
  };
}
