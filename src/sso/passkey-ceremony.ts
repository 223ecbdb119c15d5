import type {
  AuthenticationResponseJson,
  PublicKeyCredentialCreationOptionsJson,
  PublicKeyCredentialRequestOptionsJson,
  RegistrationResponseJson,
} from '../../generated/sso/types.ts';
import { decodeBase64url, encodeBase64url } from '../protocol/base64url.ts';
import type { Bytes } from '../protocol/bytes.ts';
import { decodeHex } from '../protocol/hex.ts';
import { parseJsonObject } from '../protocol/json-object.ts';
import { DomainError } from '../runtime/domain-error.ts';
import { passkeyRefused } from './errors.ts';
import type { Passkey } from './store/passkeys.ts';

/** Loaded with the first passkey that comes: 300 modules for which no start has to wait. */
const webauthn = () => import('@simplewebauthn/server');

/** How long a person may take with the authenticator, seconds. */
export const ceremonySeconds = 300;

/** The most passkeys of one owner. */
export const maxPasskeys = 20;

/** COSE numbers of EdDSA, ES256 and RS256: what authenticators have. */
const algorithms = [-8, -7, -257];

/** The provider as WebAuthn knows it. */
interface RelyingParty {
  /** Host name; passkeys belong to it whatever the port. */
  readonly id: string;
  readonly origin: string;
}

function relyingParty(issuer: string): RelyingParty {
  const { hostname, origin } = new URL(issuer);
  return { id: hostname, origin };
}

export interface NewPasskeyOptions {
  readonly issuer: string;
  readonly challenge: string;
  readonly sub: string;
  readonly name: string;
  /** Passkeys that the owner has: an authenticator with one of them is not asked for another. */
  readonly existing: readonly Passkey[];
}

/** What `navigator.credentials.create` is called with. The user handle is the session address. */
export function registrationOptions({
  issuer,
  challenge,
  sub,
  name,
  existing,
}: NewPasskeyOptions): PublicKeyCredentialCreationOptionsJson {
  return {
    rp: { id: relyingParty(issuer).id, name: 'Platform Sign-In' },
    user: { id: userHandle(sub), name, displayName: name },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: ceremonySeconds * 1000,
    excludeCredentials: existing.map(({ credentialId, transports }) => ({
      type: 'public-key',
      id: credentialId,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    extensions: { credProps: true },
  };
}

/** What `navigator.credentials.get` is called with; it names no credential. */
export function signInOptions(issuer: string, challenge: string): PublicKeyCredentialRequestOptionsJson {
  return {
    challenge,
    timeout: ceremonySeconds * 1000,
    rpId: relyingParty(issuer).id,
    allowCredentials: [],
    userVerification: 'required',
  };
}

/** The challenge that an authenticator's answer claims to answer; its verification comes later. */
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
  const { registrationInfo } = await refusing(() =>
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

/** @returns the signature count to store; @throws DomainError `passkey_refused` */
export async function verifySignIn(
  issuer: string,
  challenge: string,
  credential: AuthenticationResponseJson,
  passkey: Passkey,
): Promise<number> {
  const { id, origin } = relyingParty(issuer);
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response;
  // Nobody was named before, so the passkey itself says whose it is (Web Authentication Level 3 §7.2, step 6).
  if (userHandle !== userHandleOf(passkey)) throw passkeyRefused();
  const { verifyAuthenticationResponse } = await webauthn();
  const { verified, authenticationInfo } = await refusing(() =>
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

/** The library throws for whatever it does not like; a person is told the same thing each time. */
async function refusing<T>(verify: () => Promise<T>): Promise<T> {
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
