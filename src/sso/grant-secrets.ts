import { createHmac } from 'node:crypto';

/** Secrets of 256 bits, base64url without padding: 43 characters. */
export interface GrantSecrets {
  /** A fresh one: polling code, link, refresh token, cookie. */
  readonly draw: () => string;
  /**
   * The authorization code that belongs to a polling code (`response_mode=json`) or to the secret of a link
   * (`query`). It is derived, so that every poll repeats the same code and no table holds it.
   */
  readonly codeOf: (secret: string) => string;
  /** The refresh token that replaces one: the same request, repeated, gets the same successor without its being stored. */
  readonly successorOf: (refreshToken: string) => string;
}

export interface GrantSecretsParts {
  readonly codeKey: Uint8Array;
  readonly refreshKey: Uint8Array;
  readonly randomBytes: (length: number) => Uint8Array;
}

export function createGrantSecrets({ codeKey, refreshKey, randomBytes }: GrantSecretsParts): GrantSecrets {
  const derive = (key: Uint8Array, secret: string) => createHmac('sha256', key).update(secret).digest('base64url');
  return {
    draw: () => Buffer.from(randomBytes(32)).toString('base64url'),
    codeOf: (secret) => derive(codeKey, secret),
    successorOf: (refreshToken) => derive(refreshKey, refreshToken),
  };
}
