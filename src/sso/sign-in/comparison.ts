import type { AuthorizationRequest } from './authorization-request.ts';
import type { BrowserCaller, DeviceCaller } from '../caller/caller.ts';
import { comparisonRequired } from '../errors/owner-errors.ts';
import { type GrantSecrets, secretHash } from '../tokens/grant-secrets.ts';
import { isRequestingBrowser } from './requesting-browser.ts';
import type { Client } from '../clients/client.ts';

/**
 * What an approval needs: nothing in the requesting browser, or where the user code was typed; elsewhere the code that
 * the requesting screen shows.
 */
export type Comparison = 'none' | 'optional' | 'required';

interface Approver {
  readonly caller: BrowserCaller | DeviceCaller;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly issuer: string;
  readonly secrets: Pick<GrantSecrets, 'typedProofOf'>;
}

/** Returns the comparison that an approver of a request must make (RFC 10027). */
export function comparisonFor(
  request: AuthorizationRequest,
  client: Pick<Client, 'comparison' | 'kind'>,
  { caller, cookies, issuer, secrets }: Approver,
): Comparison {
  if (caller.kind === 'browser' && isRequestingBrowser(request, cookies, issuer)) return 'none';
  // A device always shows its user code (RFC 8628 §3.3).
  if (request.deviceFlow && caller.kind === 'browser')
    return hasTypedCode(request, cookies, { secrets, issuer }) ? 'none' : 'required';
  return client.kind === 'own' ? 'none' : client.comparison;
}

/** Whether an approver can only decline: an own application is approved in the browser that sent the request. */
export const needsSameBrowser = (
  { kind }: Pick<Client, 'kind'>,
  request: AuthorizationRequest,
  { caller, cookies, issuer }: Omit<Approver, 'secrets'>,
): boolean => kind === 'own' && !(caller.kind === 'browser' && isRequestingBrowser(request, cookies, issuer));

export interface PickedCode {
  readonly comparisonCode?: string | undefined;
  readonly withoutComparison?: boolean | undefined;
}

/**
 * Checks the code that an approver picked.
 *
 * @returns false when it is wrong: the request must be rejected
 * @throws DomainError `comparison_required` when a code is needed and none was picked
 */
export function checkComparison(
  comparison: Comparison,
  { kind }: Pick<BrowserCaller | DeviceCaller, 'kind'>,
  picked: PickedCode,
  expected: string,
): boolean {
  if (picked.comparisonCode !== undefined) return picked.comparisonCode === expected;
  if (comparison === 'none') return true;
  if (comparison === 'optional' && (kind === 'device' || picked.withoutComparison === true)) return true;
  throw comparisonRequired();
}

type Cookies = Readonly<Record<string, string | undefined>>;

/** Lifetime of the cookie, seconds: the longest sign-in. */
const maxAge = 600;

function cookieName(issuer: string, linkHash: string): string {
  return `${issuer.startsWith('https:') ? '__Host-' : ''}sso_typed_${linkHash.slice(0, 16)}`;
}

/**
 * Returns the `Set-Cookie` value that says: this browser's person typed the user code of the request. Typing is the
 * comparison, so that nothing is picked afterwards.
 */
export function typedCodeCookie(proof: string, linkHash: string, issuer: string): string {
  const secure = issuer.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(issuer, linkHash)}=${proof}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`;
}

/** Returns whether the person of this browser typed the user code of a request. */
function hasTypedCode(
  { linkHash }: { readonly linkHash: string },
  cookies: Cookies,
  { secrets, issuer }: { readonly secrets: Pick<GrantSecrets, 'typedProofOf'>; readonly issuer: string },
): boolean {
  const presented = cookies[cookieName(issuer, linkHash)];
  return presented !== undefined && secretHash(presented) === secretHash(secrets.typedProofOf(linkHash));
}

/** Consonants only: easy to read aloud, and they form no words. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const usualLength = 6;

/** Codes that an approver on another device chooses from. */
const choices = 3;

/** Generates a code that the requesting and the approving screen both show, such as KTR-WDQ (RFC 10027). */
export function comparisonCode(randomBytes: (length: number) => Uint8Array, length = usualLength): string {
  let code = '';
  while (code.length < length) {
    for (const byte of randomBytes(4 * length)) {
      // Bytes from 240 are skipped: 240 is the largest multiple of 20 letters, so every letter is equally likely.
      if (byte < 240 && code.length < length) code += letters[byte % letters.length];
    }
  }
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`;
}

/** Generates the wrong codes that an approver on another device sees beside `code`, of the same length. */
export function generateDecoyCodes(code: string, randomBytes: (length: number) => Uint8Array): readonly string[] {
  const generated = new Set<string>();
  while (generated.size < choices - 1) {
    const decoy = comparisonCode(randomBytes, code.length - 1);
    if (decoy !== code) generated.add(decoy);
  }
  return [...generated];
}

/** Returns all codes to choose from, in an order that is independent of which one is right and equal on every read. */
export function comparisonChoices({
  comparisonCode: code,
  decoyCodes,
}: {
  readonly comparisonCode: string;
  readonly decoyCodes: readonly string[];
}): string[] {
  return [code, ...decoyCodes].toSorted();
}

/** Letters of a user code: 34 bits, as RFC 8628 §6.1 recommends. */
const length = 8;

/** Generates the code that a person types or picks, such as WDJB-MJHT (RFC 8628 §6.1). */
export const generateUserCode = (randomBytes: (length: number) => Uint8Array): string =>
  comparisonCode(randomBytes, length);

/** Reads a code as people type it: in lowercase, with spaces or without a hyphen. @returns undefined for other text */
export function readUserCode(typed: string): string | undefined {
  if (typed.length > 64) return undefined;
  const letters = typed.toUpperCase().replace(/[\s\p{Dash_Punctuation}]/gu, '');
  return /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : undefined;
}
