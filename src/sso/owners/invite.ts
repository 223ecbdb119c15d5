import { secretHash } from '../tokens/grant-secrets.ts';

/** Allows one new owner to enrol. */
export interface Invite {
  readonly id: string;
  /** Whom it is for, for administrators. */
  readonly note: string | null;
  /** Name of the administrator. */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  readonly revokedAt: Date | null;
}

export type InviteStatus = 'open' | 'used' | 'expired' | 'revoked';

export function inviteStatus(
  { usedAt, revokedAt, expiresAt }: Pick<Invite, 'usedAt' | 'revokedAt' | 'expiresAt'>,
  now: Date,
): InviteStatus {
  if (usedAt !== null) return 'used';
  if (revokedAt !== null) return 'revoked';
  return expiresAt <= now ? 'expired' : 'open';
}

/** Digits and letters of Crockford's Base32, which people do not confuse: no I, L, O and U. */
const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Generates a code such as 7KQ2-M9XV-4TDN-W3HB: 80 random bits. */
export function generateInviteCode(randomBytes: (length: number) => Uint8Array): string {
  const generated = Array.from(randomBytes(16), (byte) => symbols[byte % symbols.length]).join('');
  return generated.replace(/(.{4})(?=.)/g, '$1-');
}

/** Returns the stored form of a code, however a person typed it. */
export function inviteHash(code: string): string {
  const typed = code.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return secretHash(typed.replaceAll('O', '0').replace(/[IL]/g, '1'));
}
