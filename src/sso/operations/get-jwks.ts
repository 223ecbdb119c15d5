import type { SsoHandler } from '../handler.ts';

/** Returns the key set: next, current and former keys. */
export const getJwks: SsoHandler<'getJwks'> = async ({ headers, documents, respond }) => {
  const keySet = await documents.keySet();
  return keySet.matches(headers['if-none-match'])
    ? respond(304, undefined, keySet.headers)
    : respond(200, keySet.body, keySet.headers);
};
