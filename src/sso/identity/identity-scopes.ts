/** Scopes that add claims about the person (OpenID Connect Core §5.4); they grant no right at a service. */
export const identityScopes = ['profile', 'email'] as const;

export type IdentityScope = (typeof identityScopes)[number];

/** Returns the scopes in `scope` that add claims about the person. */
export function identityScopesOf(scope: string): readonly IdentityScope[] {
  const tokens = scope.split(' ');
  return identityScopes.filter((known) => tokens.includes(known));
}
