import { encodeBase64url } from '../../protocol/base64url.ts';
import { type OwnSecretKey, ownSecret } from '../tokens/grant-secrets.ts';

/** Scopes that a named administrator can have. */
const administratorScopes = ['providers', 'owners', 'keys', 'audit', 'forum', 'payments', 'notifications'] as const;

export type AdministratorScope = (typeof administratorScopes)[number];

/** The caller of an admin operation. */
export interface AdministratorCaller {
  /** Null for the bootstrap key. */
  readonly id: string | null;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Null for the bootstrap key, which does not expire. */
  readonly expiresAt: Date | null;
  /** Identifies a key of the operator console; undefined for other keys. */
  readonly consoleKey?: OwnSecretKey;
  /** When the owner of a console session confirmed; undefined for other keys. */
  readonly confirmedAt?: Date;
}

/** The caller who presents SSO_ADMIN_KEY. Only this key manages administrators, so that none can raise their own scopes. */
export const bootstrapAdministrator: AdministratorCaller = {
  id: null,
  name: 'bootstrap',
  scopes: ['administrators', ...administratorScopes],
  expiresAt: null,
};

/** A named administrator. Rows are kept after revocation and expiry, because audit events name them. */
export interface Administrator {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly AdministratorScope[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
}

type AdministratorStatus = 'active' | 'expired' | 'revoked';

/** Returns whether the key of an administrator is active, expired or revoked. */
export function administratorStatus(
  { expiresAt, revokedAt }: Pick<Administrator, 'expiresAt' | 'revokedAt'>,
  now: Date,
): AdministratorStatus {
  if (revokedAt !== null) return 'revoked';
  return expiresAt <= now ? 'expired' : 'active';
}

/** Form of the keys of named administrators; the bootstrap key may have any form. */
const keyPattern = /^adm_[A-Za-z0-9_-]{43}$/;

/** Generates the key of an administrator: 256 random bits. */
export function generateAdministratorKey(randomBytes: (length: number) => Uint8Array): string {
  return `adm_${encodeBase64url(randomBytes(32))}`;
}

export function isAdministratorKey(text: string): boolean {
  return keyPattern.test(text);
}

/** Allows an owner to use the operator console. */
export interface ConsoleGrant {
  readonly id: string;
  /** Whom audit events name; never the owner's session address, so that the events outlive the owner. */
  readonly name: string;
  readonly sub: string;
  readonly scopes: readonly AdministratorScope[];
  /** Name of the administrator. */
  readonly grantedBy: string;
  readonly grantedAt: Date;
  readonly expiresAt: Date;
}

/** Seconds since the owner's last confirmation for which the console stays open. */
const consoleConfirmation = 600;

/** Name of a grant that was given none. */
export const defaultConsoleName = (id: string): string => `console-${id.slice(-8)}`;

/** A key of the console ends with the confirmation, and with the grant. */
export function consoleKeyExpiry(confirmedAt: Date, grantExpiresAt: Date): Date {
  return new Date(Math.min(confirmedAt.getTime() + consoleConfirmation * 1000, grantExpiresAt.getTime()));
}

/** Form of the keys of the console. */
const consoleKeyPattern = /^con_[A-Za-z0-9_-]{43}\.[0-9a-f]{32}$/;

/** Generates a key of the console: 256 random bits, and who has it. */
export const generateConsoleKey = (randomBytes: (length: number) => Uint8Array, sub: string): string =>
  ownSecret(`con_${encodeBase64url(randomBytes(32))}`, sub);

export const isConsoleKey = (text: string): boolean => consoleKeyPattern.test(text);
