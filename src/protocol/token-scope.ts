/** Scopes that limit an access token; a token with `openid` alone may do all that its audience offers. */
export const platformScopes = ['forum:write', 'forum:vote', 'notifications:host', 'payments'] as const;

export type PlatformScope = (typeof platformScopes)[number];

/** Required scope of operations that only a token without platform scopes may call. */
export const unlimitedScope = 'openid';

/** Scope of tokens whose only rights are their `authorization_details` (RFC 9396). Nobody can ask for it. */
export const approvalScope = 'approval';

/** Returns the `scope` of an authorization request for tokens that have these scopes; the provider requires `openid` in it. */
export const scopeToRequest = (required: readonly string[] = []): string =>
  [...new Set([unlimitedScope, ...required])].join(' ');

const isPlatformScope = (token: string): token is PlatformScope => platformScopes.some((known) => known === token);

/** Returns the platform scopes in the claim `scope` (RFC 8693 §4.2), without duplicates. */
export function platformScopesOf(scope: unknown): readonly PlatformScope[] {
  const tokens = typeof scope === 'string' ? scope.split(' ') : [];
  return [...new Set(tokens.filter(isPlatformScope))];
}

/** Tells whether the only rights of a token are its `authorization_details`. @param scope claim of the token */
export const isOfApproval = (scope: unknown): boolean =>
  typeof scope === 'string' && scope.split(' ').includes(approvalScope);

/**
 * Returns the first scope that an operation requires and a token lacks; undefined when the token may call it. A token
 * with platform scopes has exactly those, one of an approval has none, and any other has all rights.
 *
 * @param scope claim of the token
 * @param required all of them; empty for an operation that every token may call
 */
export function lackingScope(scope: unknown, required: readonly string[]): string | undefined {
  const granted: readonly string[] = platformScopesOf(scope);
  return granted.length === 0 && !isOfApproval(scope) ? undefined : required.find((scope) => !granted.includes(scope));
}
