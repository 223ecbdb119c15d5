import { encodeBase64url } from '../../protocol/base64url.ts';
import type { AdministratorScope } from './administrator.ts';

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
const consoleKeyPattern = /^con_[A-Za-z0-9_-]{43}$/;

/** Generates a key of the console: 256 random bits. */
export function generateConsoleKey(randomBytes: (length: number) => Uint8Array): string {
  return `con_${encodeBase64url(randomBytes(32))}`;
}

export const isConsoleKey = (text: string): boolean => consoleKeyPattern.test(text);
