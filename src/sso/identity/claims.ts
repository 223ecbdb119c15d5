import type { OwnerProfile, OwnerStore } from '../owners/owner-store.ts';
import { ownSector, type Subjects } from './subjects.ts';
import type { Client } from '../clients/client.ts';
import type { SsoSettings } from '../settings.ts';

/** Scopes that add claims about the person (OpenID Connect Core §5.4); they grant no right at a service. */
export const identityScopes = ['profile', 'email'] as const;

export type IdentityScope = (typeof identityScopes)[number];

/** Returns the scopes in `scope` that add claims about the person. */
export function identityScopesOf(scope: string): readonly IdentityScope[] {
  const tokens = scope.split(' ');
  return identityScopes.filter((known) => tokens.includes(known));
}

/** Claims about the person (OpenID Connect Core §5.1). */
export interface IdentityClaims {
  readonly name?: string;
  readonly picture?: string;
  readonly preferred_username?: string;
  readonly email?: string;
  readonly email_verified?: false;
}

interface IdentifiedPerson {
  readonly ownerSub: string;
  /** The claim `sub`. */
  readonly sub: string;
  /** Granted scope. */
  readonly scope: string;
  /** The application; undefined when it was deleted. */
  readonly client: EmailClient | undefined;
}

/**
 * Returns the claims that the scope adds to `sub`. A chosen name is no `preferred_username`: applications take that for
 * the name of an account, and two owners may choose one name.
 */
export async function identityClaims(
  { ownerSub, sub, scope, client }: IdentifiedPerson,
  dependencies: {
    readonly owners: Pick<OwnerStore, 'profile'>;
    readonly subjects: Subjects;
    readonly settings: EmailSettings;
  },
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

export type EmailClient = Pick<Client, 'address' | 'pairwiseSector' | 'emailPseudonym'>;
export type EmailSettings = Pick<SsoSettings, 'emailPseudonymDomain'>;

/** Returns whether an application may ask for a made-up e-mail address. */
export const hasEmailPseudonyms = (
  { emailPseudonym }: Pick<Client, 'emailPseudonym'>,
  { emailPseudonymDomain }: EmailSettings,
): boolean => emailPseudonym && emailPseudonymDomain !== undefined;

/**
 * Returns the made-up e-mail address of an owner at an application: its local part is the pairwise subject. An application
 * with public subjects is a sector of its own here.
 *
 * @returns undefined when the application gets none
 */
function emailPseudonymOf(
  ownerSub: string,
  client: EmailClient,
  { subjects, settings: { emailPseudonymDomain } }: { readonly subjects: Subjects; readonly settings: EmailSettings },
): string | undefined {
  if (!client.emailPseudonym || emailPseudonymDomain === undefined) return undefined;
  const pairwiseSector = client.pairwiseSector ?? ownSector(client);
  return `${subjects.of(ownerSub, { pairwiseSector })}@${emailPseudonymDomain}`;
}

/** Returns what is wrong with the setting of an application; undefined when it can have an effect. */
export const emailPseudonymViolation = (
  emailPseudonym: boolean | undefined,
  { emailPseudonymDomain }: EmailSettings,
): string | undefined =>
  emailPseudonym && emailPseudonymDomain === undefined
    ? 'emailPseudonym needs a domain: the operator of the provider sets EMAIL_PSEUDONYM_DOMAIN.'
    : undefined;
