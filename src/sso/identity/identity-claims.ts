import type { OwnerProfile, OwnerStore } from '../store/owners.ts';
import { type EmailClient, emailPseudonymOf, type EmailSettings } from './email-pseudonym.ts';
import { identityScopesOf } from './identity-scopes.ts';
import type { Subjects } from './subjects.ts';

/** Claims about the person (OpenID Connect Core §5.1). */
export interface IdentityClaims {
  readonly name?: string;
  readonly picture?: string;
  readonly preferred_username?: string;
  readonly email?: string;
  readonly email_verified?: false;
}

export interface IdentifiedPerson {
  readonly ownerSub: string;
  /** The claim `sub`. */
  readonly sub: string;
  /** Granted scope. */
  readonly scope: string;
  /** The application; undefined when it was deleted. */
  readonly client: EmailClient | undefined;
}

export interface IdentityClaimsDependencies {
  readonly owners: Pick<OwnerStore, 'profile'>;
  readonly subjects: Subjects;
  readonly settings: EmailSettings;
}

/**
 * Returns the claims that the scope adds to `sub`. A chosen name is no `preferred_username`: applications take that for
 * the name of an account, and two owners may choose one name.
 */
export async function identityClaims(
  { ownerSub, sub, scope, client }: IdentifiedPerson,
  dependencies: IdentityClaimsDependencies,
): Promise<IdentityClaims> {
  const scopes = identityScopesOf(scope);
  const email = client && scopes.includes('email') ? emailPseudonymOf(ownerSub, client, dependencies) : undefined;
  return {
    ...(scopes.includes('profile') && profileClaims(sub, await dependencies.owners.profile(ownerSub))),
    ...(email !== undefined && { email, email_verified: false }),
  };
}

function profileClaims(sub: string, profile: OwnerProfile | undefined): IdentityClaims {
  const { displayName: name = null, pictureUrl: picture = null } = profile ?? {};
  return { ...(name !== null && { name }), ...(picture !== null && { picture }), preferred_username: sub };
}
