// Package entry: middleware for Hono, with the verifiers of `dpop` and `access-token`.
export { callerOf, honoAccessToken } from '../access-token/access-token-verifier.ts';
export { agentOf, honoDpop } from '../dpop/verify-request.ts';
export type { HonoContextLike, HonoMiddleware } from '../guards/adapters.ts';
