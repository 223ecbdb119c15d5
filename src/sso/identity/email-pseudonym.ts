import type { Client } from '../client.ts';
import type { SsoSettings } from '../settings.ts';
import { ownSector } from './redirect-sector.ts';
import type { Subjects } from './subjects.ts';

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
export function emailPseudonymOf(
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
