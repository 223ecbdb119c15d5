/** Scopes that limit an access token; a token with `openid` alone may do all that its audience offers. */
export const platformScopes = ['forum:write', 'forum:vote', 'notifications:host', 'payments'] as const;

export type PlatformScope = (typeof platformScopes)[number];

/** Required scope of operations that only a token without platform scopes may call. */
export const unlimitedScope = 'openid';

/** Returns the `scope` of an authorization request for tokens that have these scopes; the provider requires `openid` in it. */
export const scopeToRequest = (required: readonly string[] = []): string =>
  [...new Set([unlimitedScope, ...required])].join(' ');

const isPlatformScope = (token: string): token is PlatformScope => platformScopes.some((known) => known === token);

/** Returns the platform scopes in the claim `scope` (RFC 8693 §4.2), without duplicates. */
export function platformScopesOf(scope: unknown): readonly PlatformScope[] {
  const tokens = typeof scope === 'string' ? scope.split(' ') : [];
  return [...new Set(tokens.filter(isPlatformScope))];
}

/**
 * Returns the first scope that an operation requires and a token lacks; undefined when the token may call it. A token
 * with platform scopes has exactly those; one without has all rights.
 *
 * @param scope claim of the token
 * @param required all of them; empty for an operation that every token may call
 */
export function lackingScope(scope: unknown, required: readonly string[]): string | undefined {
  const granted: readonly string[] = platformScopesOf(scope);
  return granted.length === 0 ? undefined : required.find((scope) => !granted.includes(scope));
}
