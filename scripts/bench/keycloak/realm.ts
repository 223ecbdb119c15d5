/** Application that signs in: public, with PKCE and tokens bound to DPoP keys, as the applications of the platform. */
export const client = { clientId: 'bench', redirectUri: 'http://127.0.0.1/callback' } as const;
/** Users are `user-0` … ; each signs in with this password. */
export const password = 'correct horse battery staple';
export const users = 8;

/** A realm by its name: with Keycloak's password hash (Argon2), or with one that costs almost nothing. */
export const realms = {
  bench: undefined,
  'bench-cheap-hash': 'hashAlgorithm(pbkdf2-sha256) and hashIterations(1)',
} as const;

export type RealmName = keyof typeof realms;

/** Representation of a realm for the Admin REST API. */
export function realmRepresentation(realm: RealmName): object {
  return {
    realm,
    enabled: true,
    // Tokens that live as long as a measurement.
    accessTokenLifespan: 3600,
    passwordPolicy: realms[realm],
    clients: [
      {
        clientId: client.clientId,
        publicClient: true,
        standardFlowEnabled: true,
        redirectUris: [client.redirectUri],
        attributes: { 'pkce.code.challenge.method': 'S256', 'dpop.bound.access.tokens': 'true' },
      },
    ],
    users: Array.from({ length: users }, (_, index) => ({
      username: `user-${index}`,
      enabled: true,
      email: `user-${index}@example.org`,
      emailVerified: true,
      firstName: 'Ada',
      lastName: 'Lovelace',
      credentials: [{ type: 'password', value: password }],
    })),
  };
}
