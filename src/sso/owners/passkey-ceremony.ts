import type {
  AuthenticationResponseJson,
  PublicKeyCredentialCreationOptionsJson,
  PublicKeyCredentialRequestOptionsJson,
  RegistrationResponseJson,
} from '../../../generated/sso/types.ts';
import { decodeBase64url, encodeBase64url } from '../../protocol/base64url.ts';
import { type Bytes, decodeHex } from '../../protocol/bytes.ts';
import { parseJsonObject } from '../../protocol/json-object.ts';
import { DomainError } from '../../runtime/errors/domain-error.ts';
import { passkeyRefused } from '../errors/owner-errors.ts';
import { secretHash } from '../tokens/grant-secrets.ts';
import type { Passkey } from './passkey-store.ts';
import type { SsoHandlerContext } from '../context.ts';
import type { Refusal } from '../limits/attempt-limits.ts';

/** Loads the library on first use, because its 300 modules would delay the start. */
const webauthn = () => import('@simplewebauthn/server');

/** Lifetime of a registration or sign-in challenge, seconds. */
export const ceremonySeconds = 300;

/** Lifetime of a challenge that confirms an action, seconds. */
export const assertionSeconds = 120;

/** Maximum number of passkeys of one owner. */
export const maxPasskeys = 20;

/** COSE algorithms that authenticators support: EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257];

/** WebAuthn relying party of the provider. */
interface RelyingParty {
  /** Host name; passkeys are scoped to the host, not to the port. */
  readonly id: string;
  readonly origin: string;
}

function relyingParty(issuer: string): RelyingParty {
  const { hostname, origin } = new URL(issuer);
  return { id: hostname, origin };
}

/** Returns the options of `navigator.credentials.create`. The user handle is the session address. */
export function registrationOptions({
  issuer,
  challenge,
  sub,
  name,
  existing,
}: {
  readonly issuer: string;
  readonly challenge: string;
  readonly sub: string;
  readonly name: string;
  /** Passkeys of the owner; authenticators that hold one of them are excluded. */
  readonly existing: readonly Passkey[];
}): PublicKeyCredentialCreationOptionsJson {
  return {
    rp: { id: relyingParty(issuer).id, name: 'Platform Sign-In' },
    user: { id: userHandle(sub), name, displayName: name },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: ceremonySeconds * 1000,
    excludeCredentials: existing.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    extensions: { credProps: true },
  };
}

/** Returns the options of `navigator.credentials.get`; they name no credential. */
export function signInOptions(issuer: string, challenge: string): PublicKeyCredentialRequestOptionsJson {
  return {
    challenge,
    timeout: ceremonySeconds * 1000,
    rpId: relyingParty(issuer).id,
    allowCredentials: [],
    userVerification: 'required',
  };
}

/** Returns the options of `navigator.credentials.get` for an identified owner. */
export function assertionOptions(
  issuer: string,
  challenge: string,
  passkeys: readonly Passkey[],
): PublicKeyCredentialRequestOptionsJson {
  return {
    challenge,
    timeout: assertionSeconds * 1000,
    rpId: relyingParty(issuer).id,
    allowCredentials: passkeys.map(descriptorOf),
    userVerification: 'required',
  };
}

function descriptorOf({ credentialId, transports }: Passkey) {
  return { type: 'public-key' as const, id: credentialId, transports: [...transports] };
}

/**
 * Returns the key under which a challenge is stored. A challenge for an authorization request works with that request
 * only.
 */
export const challengeHash = (challenge: string, requestId?: string): string =>
  secretHash(requestId === undefined ? challenge : `${challenge}.${requestId}`);

/** Reads the challenge from an authenticator response, unverified. */
export function challengeOf({ response }: RegistrationResponseJson | AuthenticationResponseJson): string {
  const bytes = decodeBase64url(response.clientDataJSON);
  const challenge = bytes && parseJsonObject(bytes)?.['challenge'];
  if (typeof challenge !== 'string') throw passkeyRefused();
  return challenge;
}

/** @throws DomainError `passkey_refused` */
export async function verifyRegistration(
  issuer: string,
  challenge: string,
  credential: RegistrationResponseJson,
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'signCount' | 'transports'>> {
  const { id, origin } = relyingParty(issuer);
  const { clientDataJSON, attestationObject, transports = [] } = credential.response;
  const { verifyRegistrationResponse } = await webauthn();
  const { registrationInfo } = await mapToRefusal(() =>
    verifyRegistrationResponse({
      response: { ...sameParts(credential), response: { clientDataJSON, attestationObject } },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!registrationInfo) throw passkeyRefused();
  const { id: credentialId, publicKey, counter } = registrationInfo.credential;
  return { credentialId, publicKey: encodeBase64url(publicKey), signCount: counter, transports };
}

/**
 * Verifies the response of a sign-in, in which no owner was identified before.
 *
 * @returns the signature count to store
 * @throws DomainError `passkey_refused`
 */
export async function verifySignIn(
  issuer: string,
  challenge: string,
  credential: AuthenticationResponseJson,
  passkey: Passkey,
): Promise<number> {
  // No owner was identified before, so the user handle must match the passkey (Web Authentication Level 3 §7.2 step 6).
  if (credential.response.userHandle !== userHandleOf(passkey)) throw passkeyRefused();
  return verifyAssertion(issuer, challenge, credential, passkey);
}

/**
 * Verifies an assertion of an identified owner, whose user handle may be absent (Web Authentication Level 3 §7.2 step 6).
 *
 * @returns the signature count to store
 * @throws DomainError `passkey_refused`
 */
export async function verifyOwnAssertion(
  issuer: string,
  challenge: string,
  credential: AuthenticationResponseJson,
  passkey: Passkey,
): Promise<number> {
  const { userHandle } = credential.response;
  if (userHandle !== undefined && userHandle !== userHandleOf(passkey)) throw passkeyRefused();
  return verifyAssertion(issuer, challenge, credential, passkey);
}

async function verifyAssertion(
  issuer: string,
  challenge: string,
  credential: AuthenticationResponseJson,
  passkey: Passkey,
): Promise<number> {
  const { id, origin } = relyingParty(issuer);
  const { clientDataJSON, authenticatorData, signature } = credential.response;
  const { verifyAuthenticationResponse } = await webauthn();
  const { verified, authenticationInfo } = await mapToRefusal(() =>
    verifyAuthenticationResponse({
      response: { ...sameParts(credential), response: { clientDataJSON, authenticatorData, signature } },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: requiredBytes(decodeBase64url(passkey.publicKey)),
        counter: passkey.signCount,
      },
    }),
  );
  if (!verified) throw passkeyRefused();
  return authenticationInfo.newCounter;
}

function sameParts({ id, rawId, type }: RegistrationResponseJson | AuthenticationResponseJson) {
  return { id, rawId, type, clientExtensionResults: {} };
}

/** Maps every error of the library to `passkey_refused`, with the cause for the log. */
async function mapToRefusal<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    const { code, status, message } = passkeyRefused();
    throw new DomainError(code, status, message, { cause: error });
  }
}

const userHandleOf = ({ sub }: Passkey): string => userHandle(sub);

function userHandle(sub: string): string {
  return encodeBase64url(requiredBytes(decodeHex(sub)));
}

function requiredBytes(bytes: Bytes | undefined): Bytes {
  if (bytes === undefined) throw new TypeError('A stored key or session address does not decode.');
  return bytes;
}

/** Counts `passkey_refused` errors and records them in the audit table; ignores all other errors. */
export async function recordRefusedPasskey(
  error: unknown,
  { refusals, metrics }: Pick<SsoHandlerContext, 'refusals' | 'metrics'>,
  refusal: Omit<Refusal, 'event'>,
): Promise<void> {
  if (!(error instanceof DomainError) || error.code !== passkeyRefused.code) return;
  metrics.signInRefused('passkey_refused');
  await refusals.record({ ...refusal, event: 'passkey_refused' });
}
