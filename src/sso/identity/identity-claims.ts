import type { OwnerStore } from '../store/owners.ts';
import { identityScopesOf } from './identity-scopes.ts';

/** Claims about the person (OpenID Connect Core §5.1). */
export interface IdentityClaims {
  readonly name?: string;
  readonly picture?: string;
  readonly preferred_username?: string;
}

export interface IdentifiedPerson {
  readonly ownerSub: string;
  /** The claim `sub`. */
  readonly sub: string;
  /** Granted scope. */
  readonly scope: string;
}

/**
 * Returns the claims that the scope adds to `sub`. A chosen name is no `preferred_username`: applications take that for
 * the name of an account, and two owners may choose one name.
 */
export async function identityClaims(
  { ownerSub, sub, scope }: IdentifiedPerson,
  { owners }: { readonly owners: Pick<OwnerStore, 'profile'> },
): Promise<IdentityClaims> {
  if (!identityScopesOf(scope).includes('profile')) return {};
  const profile = await owners.profile(ownerSub);
  const { displayName: name = null, pictureUrl: picture = null } = profile ?? {};
  return { ...(name !== null && { name }), ...(picture !== null && { picture }), preferred_username: sub };
}
