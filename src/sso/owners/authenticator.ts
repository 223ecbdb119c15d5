/** A passkey or device of an owner, as the rows that it opened name it. */
export type Authenticator = `passkey:${string}` | `device:${string}`;

export const passkeyAuthenticator = (credentialId: string): Authenticator => `passkey:${credentialId}`;
export const deviceAuthenticator = (jkt: string): Authenticator => `device:${jkt}`;

/** Returns the credential id of a passkey, or the thumbprint of a device. */
export const authenticatorKey = (authenticator: Authenticator): string =>
  authenticator.slice(authenticator.indexOf(':') + 1);
