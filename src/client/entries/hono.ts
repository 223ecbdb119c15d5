// Package entry: middleware for Hono, with the verifiers of `dpop` and `access-token`.
export { callerOf, honoAccessToken } from '../access-token/adapters.ts';
export { agentOf, honoDpop } from '../dpop/adapters.ts';
export type { HonoContextLike, HonoMiddleware } from '../guards/adapters.ts';
