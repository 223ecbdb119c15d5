import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';

/** Configuration of the resource server. */
export const issuer = 'https://sso.example';
export const audience = 'https://sso.example';
/** Time of verification, in Unix seconds. */
export const now = 1_772_357_400;

export type Members = Readonly<Record<string, unknown>>;
export type HeaderLines = readonly (readonly [name: string, value: string])[];

/** Parts from which a request is built. */
export interface Draft {
  readonly method: string;
  readonly url: string;
  readonly scheme: string;
  readonly tokenHeader: Members;
  readonly tokenClaims: Members;
  readonly tokenKey: 'published' | 'other';
  readonly proofHeader: Members;
  readonly proofClaims: Members;
  readonly proofKey: 'agent' | 'other';
  /** Token that ath hashes; undefined for the token of the request. */
  readonly athOf: string | undefined;
  readonly withAth: boolean;
  /** Changes of the finished texts, applied last. */
  readonly spellToken: (token: string) => string;
  readonly spellProof: (proof: string) => string;
  readonly lines: (lines: HeaderLines) => HeaderLines;
}

/** A request and the mutations that were applied to it. */
export interface MutatedRequest {
  readonly mutations: readonly string[];
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderLines;
}

export const address = 'https://forum.example/api/posts';
export const [agent, stranger] = [ed25519('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A'), ed25519('A'.repeat(43))];

/** A request that every verifier accepts. */
export const validDraft: Draft = {
  method: 'POST',
  url: address,
  scheme: 'DPoP',
  tokenHeader: { typ: 'at+jwt', alg: 'RS256', kid: 'k1' },
  tokenClaims: {
    iss: issuer,
    sub: '5f3c9a1e7b2d4860a1c2e3f405162738',
    aud: ['00000006010000000000000000000001', issuer],
    client_id: '00000006010000000000000000000001',
    jti: 'at-1',
    scope: 'openid',
    iat: now - 10,
    exp: now + 890,
    cnf: { jkt: agent.jkt },
  },
  tokenKey: 'published',
  proofHeader: { typ: 'dpop+jwt', alg: 'EdDSA', jwk: agent.jwk },
  proofClaims: { jti: 'proof', htm: 'POST', htu: address, iat: now },
  proofKey: 'agent',
  athOf: undefined,
  withAth: true,
  spellToken: (token) => token,
  spellProof: (proof) => proof,
  lines: (lines) => lines,
};

/** Signs the parts of a request. */
export function signDraft(
  draft: Draft,
  chosen: readonly string[],
  keys: Readonly<Record<Draft['tokenKey'], KeyObject>>,
): MutatedRequest {
  const token = draft.spellToken(signedToken(draft, keys[draft.tokenKey]));
  const ath = createHash('sha256')
    .update(draft.athOf ?? token)
    .digest('base64url');
  const claims = draft.withAth ? { ...draft.proofClaims, ath } : draft.proofClaims;
  const input = `${segment(draft.proofHeader)}.${segment(claims)}`;
  const signature = (draft.proofKey === 'agent' ? agent : stranger).sign(Buffer.from(input));
  const proof = draft.spellProof(`${input}.${signature.toString('base64url')}`);
  const lines: HeaderLines = [
    ['Authorization', `${draft.scheme} ${token}`],
    ['DPoP', proof],
  ];
  return { mutations: chosen, method: draft.method, url: draft.url, headers: draft.lines(lines) };
}

/** Also signs invalid headers, as libraries refuse to. */
function signedToken({ tokenHeader: header, tokenClaims: claims }: Draft, key: KeyObject): string {
  const input = `${segment(header)}.${segment(claims)}`;
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
}

const segment = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function ed25519(d: string) {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  const der = Buffer.concat([prefix, Buffer.from(d, 'base64url')]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: String(key.export({ format: 'jwk' }).x) } as const;
  // RFC 7638 §3: the required members in lexical order.
  const jkt = createHash('sha256')
    .update(JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x: jwk.x }))
    .digest('base64url');
  return { jwk, jkt, sign: (message: Uint8Array) => sign(null, message, key) };
}
