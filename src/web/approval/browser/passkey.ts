import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import type {
  CreateOwnerSessionRequest,
  CreatePasskeyAssertionOptionsRequest,
  CreatePasskeyRequest,
} from '../../../../generated/sso/types.ts';
import { isJsonObject } from '../../../protocol/json-object.ts';
import { browserName, translated } from './language.ts';
import { element, PageError } from './screen.ts';
import { bodyOf, sso } from './sso.ts';

// Contract and library type the same JSON (Web Authentication Level 3 §5.1) differently, in `readonly` and `undefined`.
// The provider validates it.
type RegistrationResponse = CreatePasskeyRequest['credential'];
type AuthenticationResponse = CreateOwnerSessionRequest['credential'];

/** Signs this browser in with an existing passkey. @param requestId authorization request whose page this is */
export async function signInWithPasskey(requestId?: string): Promise<void> {
  const atRequest = requestId === undefined ? {} : { requestId };
  const { publicKey } = await bodyOf(sso.createPasskeySignInOptions({ body: atRequest }));
  const optionsJSON: PublicKeyCredentialRequestOptionsJSON = JSON.parse(JSON.stringify(publicKey));
  const assertion = await withReadableErrors(() => startAuthentication({ optionsJSON }));
  const credential: AuthenticationResponse = JSON.parse(JSON.stringify(assertion));
  await bodyOf(sso.createOwnerSession({ body: { credential, ...atRequest } }));
}

/**
 * Calls an operation, and repeats it after a new sign-in with the passkey when it needs a recent one (RFC 9470).
 *
 * @returns the response, also a refusal for another reason
 */
export async function withRecentPasskey<Response extends { readonly status: number; readonly body: unknown }>(
  call: () => Promise<Response>,
): Promise<Response> {
  const response = await call();
  const { status, body } = response;
  if (status !== 401 || !isJsonObject(body) || body['error'] !== 'insufficient_user_authentication') return response;
  await signInWithPasskey();
  return call();
}

/** Confirms one action with a passkey of the signed-in owner. */
export async function confirmWithPasskey(
  action: CreatePasskeyAssertionOptionsRequest,
): Promise<AuthenticationResponse> {
  const { publicKey } = await bodyOf(sso.createPasskeyAssertionOptions({ body: action }));
  const optionsJSON: PublicKeyCredentialRequestOptionsJSON = JSON.parse(JSON.stringify(publicKey));
  const assertion = await withReadableErrors(() => startAuthentication({ optionsJSON }));
  return JSON.parse(JSON.stringify(assertion));
}

interface FirstPasskey {
  readonly name: string;
  /** Needed where the provider admits only the invited. */
  readonly invite: string | undefined;
  /** Authorization request whose page this is. */
  readonly requestId: string | undefined;
}

export const createFirstPasskey = ({ name, invite, requestId }: FirstPasskey): Promise<void> =>
  registerPasskey({ name, ...(invite !== undefined && { invite }), ...(requestId !== undefined && { requestId }) });

/** Adds a passkey to the signed-in owner, who confirms it with a passkey that exists. */
export async function addPasskey(name: string): Promise<void> {
  await registerPasskey({ name, assertion: await confirmWithPasskey({ action: 'create_passkey' }) });
}

async function registerPasskey(body: {
  readonly name: string;
  readonly assertion?: AuthenticationResponse;
  readonly invite?: string;
  readonly link?: string;
  readonly requestId?: string;
}): Promise<void> {
  const { publicKey } = await bodyOf(sso.createPasskeyRegistrationOptions({ body }));
  const credential = await createCredential(publicKey);
  const { requestId } = body;
  await bodyOf(
    withRecentPasskey(() => sso.createPasskey({ body: { credential, ...(requestId !== undefined && { requestId }) } })),
  );
}

/** Adds a passkey to the owner who shows a link. */
export const joinWithPasskey = (link: string, name: string): Promise<void> => registerPasskey({ name, link });

/** Adds a passkey to the owner of a recovery code. @returns how many codes are left */
export async function recoverWithPasskey(code: string, name: string): Promise<number> {
  const { publicKey } = await bodyOf(sso.createRecoveryOptions({ body: { code, name } }));
  const credential = await createCredential(publicKey);
  const { remaining } = await bodyOf(sso.createRecovery({ body: { credential } }));
  return remaining;
}

async function createCredential(publicKey: object): Promise<RegistrationResponse> {
  const optionsJSON: PublicKeyCredentialCreationOptionsJSON = JSON.parse(JSON.stringify(publicKey));
  const attestation = await withReadableErrors(() => startRegistration({ optionsJSON }));
  return JSON.parse(JSON.stringify(attestation));
}

/** Suggests a name for a passkey: `Chrome on Windows`. */
export const suggestedName = (): string => browserName(navigator.userAgent);

/** Replaces the errors of a passkey ceremony. Browsers report a cancelled, expired or unknown passkey as one error. */
async function withReadableErrors<T>(ceremony: () => Promise<T>): Promise<T> {
  try {
    return await ceremony();
  } catch (error) {
    if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
      throw new PageError(translated('passkeyOnDevice'), { cause: error });
    if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError'))
      throw new PageError(translated('passkeyNotUsed'), { cause: error });
    throw error;
  }
}

/** Creates the field for the name of a new passkey, and its label. */
export function passkeyNameField(label: string): { readonly label: HTMLElement; readonly input: HTMLInputElement } {
  return {
    label: element('label', { for: 'passkey-name' }, label),
    input: element('input', {
      id: 'passkey-name',
      name: 'name',
      required: true,
      maxlength: '80',
      autocomplete: 'off',
      value: suggestedName(),
    }),
  };
}
