import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import type { PasskeyRegistration, PasskeySignIn } from '../../../../generated/sso/types.ts';
import { explain, sso } from './sso.ts';

// Contract and library both mean the JSON forms of Web Authentication Level 3 §5.1, and write their types a little
// differently (readonly, undefined): what goes over the wire is the same, and the provider validates it.
type RegistrationResponse = PasskeyRegistration['credential'];
type AuthenticationResponse = PasskeySignIn['credential'];

/** Signs this browser in with a passkey that it has. */
export async function signIn(): Promise<void> {
  const started = await sso.createPasskeySignInOptions();
  if (started.status !== 200) throw explain(started);
  const optionsJSON: PublicKeyCredentialRequestOptionsJSON = JSON.parse(JSON.stringify(started.body.publicKey));
  const given = await asking(() => startAuthentication({ optionsJSON }));
  const credential: AuthenticationResponse = JSON.parse(JSON.stringify(given));
  const finished = await sso.createOwnerSession({ body: { credential } });
  if (finished.status !== 200) throw explain(finished);
}

/** Makes a passkey: with a new identity, or for the one that is signed in. */
export async function createPasskey(name: string): Promise<void> {
  const started = await sso.createPasskeyRegistrationOptions({ body: { name } });
  if (started.status !== 200) throw explain(started);
  const optionsJSON: PublicKeyCredentialCreationOptionsJSON = JSON.parse(JSON.stringify(started.body.publicKey));
  const made = await asking(() => startRegistration({ optionsJSON }));
  const credential: RegistrationResponse = JSON.parse(JSON.stringify(made));
  const finished = await sso.createPasskey({
    body: { credential },
  });
  if (finished.status !== 201) throw explain(finished);
}

/** A name that a person will know this browser by. */
export function suggestedName(): string {
  const { userAgent } = navigator;
  const system = [/iPhone/, /iPad/, /Android/, /Mac OS/, /Windows/, /Linux/].find((name) => name.test(userAgent));
  return system ? `${system.source.replace(' OS', '')} browser` : 'This browser';
}

/** Browsers say "cancelled", "too late" and "no such passkey" with one and the same error. */
async function asking<T>(ceremony: () => Promise<T>): Promise<T> {
  try {
    return await ceremony();
  } catch (error) {
    if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
      throw new Error('This device has a passkey of yours already. Sign in with it.', { cause: error });
    if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError'))
      throw new Error('No passkey was used. Try again, or create one if you have none here.', { cause: error });
    throw error;
  }
}
