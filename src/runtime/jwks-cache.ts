// Services and the published client library keep the provider's keys by the same rules.
export { createKeySetCache as createJwksCache } from '../protocol/key-set-cache.ts';
