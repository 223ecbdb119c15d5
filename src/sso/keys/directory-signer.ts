import { encodeBase64url } from '../../protocol/base64url.ts';
import { type Ed25519Jwk, jwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
import { directoryMediaType, signDirectory } from '../../protocol/web-bot-auth.ts';
import { ed25519KeyPair } from '../../runtime/start/ed25519-key-pair.ts';

/** A key as directories list it (RFC 7517 §4). */
interface DirectoryKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'EdDSA';
}

type DirectoryHeaders = Awaited<ReturnType<typeof signDirectory>> & {
  readonly 'content-type': string;
  readonly 'cache-control': string;
};

interface DirectorySignerDependencies {
  /** 32 private bytes (RFC 8032 §5.1.5). */
  readonly seed: Uint8Array;
  readonly now: () => Date;
  readonly randomBytes: (length: number) => Uint8Array;
}

/** Short, as a revoked agent has no directory. */
const cacheControl = 'public, max-age=5';

export const directoryKey = ({ kty, crv, x }: Ed25519Jwk): DirectoryKey => ({
  kty,
  crv,
  x,
  kid: jwkThumbprint({ kty, crv, x }),
  use: 'sig',
  alg: 'EdDSA',
});

export function createDirectorySigner({ seed, now, randomBytes }: DirectorySignerDependencies) {
  const { publicKey, sign } = ed25519KeyPair(seed);
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: encodeBase64url(publicKey) } as const;
  return {
    /** The provider's key, which its root directory lists. */
    key: directoryKey(jwk),
    /** @param url of the request @returns the headers of a response that lists these keys */
    headers: async (url: string, directory: { readonly keys: readonly DirectoryKey[] }): Promise<DirectoryHeaders> => ({
      ...(await signDirectory({
        authority: new URL(url).host,
        body: JSON.stringify(directory),
        jwk,
        sign,
        now: now().getTime() / 1000,
        nonce: Buffer.from(randomBytes(32)).toString('base64url'),
      })),
      'content-type': directoryMediaType,
      'cache-control': cacheControl,
    }),
  };
}

/** Signs directories with the provider's own Ed25519 key. */
export type DirectorySigner = ReturnType<typeof createDirectorySigner>;
