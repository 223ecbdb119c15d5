import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type JWK, CompactSign, exportJWK } from 'jose';
import { mulberry32, type Random } from '../fixtures/random.ts';

/** Configuration of the resource server. */
export const issuer = 'https://sso.example';
export const audience = 'https://sso.example';
/** Time of verification, in Unix seconds. */
export const now = 1_772_357_400;

type Members = Readonly<Record<string, unknown>>;
export type HeaderLines = readonly (readonly [name: string, value: string])[];

/** A request and the mutations that were applied to it. */
export interface MutatedRequest {
  readonly mutations: readonly string[];
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderLines;
}

export interface MutatedRequests {
  /** The provider's key set document. */
  readonly jwks: { readonly keys: readonly JWK[] };
  readonly requests: readonly MutatedRequest[];
}

/** Parts from which a request is built. */
interface Draft {
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

type Mutation = (draft: Draft, random: Random) => Draft;

const address = 'https://forum.example/api/posts';
const [agent, stranger] = [ed25519('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A'), ed25519('A'.repeat(43))];

const good: Draft = {
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

const tokenHeader =
  (members: Members): Mutation =>
  (draft) => ({ ...draft, tokenHeader: { ...draft.tokenHeader, ...members } });
const tokenClaims =
  (members: Members): Mutation =>
  (draft) => ({ ...draft, tokenClaims: { ...draft.tokenClaims, ...members } });
const proofHeader =
  (members: Members): Mutation =>
  (draft) => ({ ...draft, proofHeader: { ...draft.proofHeader, ...members } });
const proofClaims =
  (members: Members): Mutation =>
  (draft) => ({ ...draft, proofClaims: { ...draft.proofClaims, ...members } });
const change =
  (members: Partial<Draft>): Mutation =>
  (draft) => ({ ...draft, ...members });

/** Values that replace the value of a member. */
const oddities: readonly unknown[] = [
  undefined,
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  '',
  'x',
  '0',
  [],
  ['x'],
  {},
  { jkt: 1 },
  2 ** 53,
  1e300,
];

const mutations: Readonly<Record<string, Mutation>> = {
  'nothing changes': (draft) => draft,
  'a token claim is another value': (draft, random) =>
    tokenClaims({ [pick(Object.keys(good.tokenClaims), random)]: pick(oddities, random) })(draft, random),
  'a token header member is another value': (draft, random) =>
    tokenHeader({ [pick(Object.keys(good.tokenHeader), random)]: pick(oddities, random) })(draft, random),
  'a proof claim is another value': (draft, random) =>
    proofClaims({ [pick(Object.keys(good.proofClaims), random)]: pick(oddities, random) })(draft, random),
  'a proof header member is another value': (draft, random) =>
    proofHeader({ [pick(Object.keys(good.proofHeader), random)]: pick(oddities, random) })(draft, random),
  'a member of the proof key is another value': (draft, random) =>
    proofHeader({
      jwk: {
        ...agent.jwk,
        [pick(['kty', 'crv', 'x', 'd', 'alg', 'use', 'key_ops', 'kid'], random)]: pick(
          [...oddities, stranger.jwk.x, 'sig', 'EdDSA'],
          random,
        ),
      },
    })(draft, random),
  'a claim more in token and proof': (draft, random) =>
    tokenClaims({ extra: 1 })(proofClaims({ extra: 1 })(draft, random), random),
  'a header member more in the proof': proofHeader({ kid: 'mine' }),
  'crit in the proof': proofHeader({ crit: ['exp'], exp: now }),
  'crit in the token': tokenHeader({ crit: ['b64'], b64: true }),
  'typ in another spelling': (draft, random) =>
    tokenHeader({ typ: pick(['application/at+jwt', 'AT+JWT', 'JWT', 'jwt', 'application/AT+jwt', 'at+jwt '], random) })(
      draft,
      random,
    ),
  'proof typ in another spelling': (draft, random) =>
    proofHeader({ typ: pick(['DPOP+JWT', 'application/dpop+jwt', 'JWT', 'dpop+jwt '], random) })(draft, random),
  'proof alg': (draft, random) =>
    proofHeader({ alg: pick(['Ed25519', 'none', 'ES256', 'HS256', 'eddsa'], random) })(draft, random),
  'token alg': (draft, random) =>
    tokenHeader({ alg: pick(['RS512', 'none', 'HS256', 'PS256', 'rs256'], random) })(draft, random),
  'token kid': (draft, random) => tokenHeader({ kid: pick(['k2', 'k3', ''], random) })(draft, random),
  'token by another key': change({ tokenKey: 'other' }),
  'proof by another key': change({ proofKey: 'other' }),
  'proof and its jwk of another key': (draft, random) =>
    change({ proofKey: 'other' })(proofHeader({ jwk: stranger.jwk })(draft, random), random),
  'bound to another key': tokenClaims({ cnf: { jkt: stranger.jkt } }),
  'cnf with members more': tokenClaims({ cnf: { jkt: agent.jkt, 'x5t#S256': 'x' } }),
  'another issuer': (draft, random) =>
    tokenClaims({ iss: pick([`${issuer}/`, 'https://SSO.example', 'https://other.example'], random) })(draft, random),
  'another audience': (draft, random) =>
    tokenClaims({ aud: pick([audience, [audience], ['x', audience], 'x', ['x'], `${audience}/`], random) })(
      draft,
      random,
    ),
  'other times of the token': (draft, random) =>
    tokenClaims({
      [pick(['exp', 'iat', 'nbf'], random)]: now + pick([-100_000, -61, -1, 0, 1, 29, 61, 100_000], random),
    })(draft, random),
  'another time of the proof': (draft, random) =>
    proofClaims({ iat: now + pick([-100_000, -301, -299, -61, -59, -1, 1, 59, 61, 299, 301, 100_000], random) })(
      draft,
      random,
    ),
  'expiry in the proof': (draft, random) =>
    proofClaims({ [pick(['exp', 'nbf'], random)]: now + pick([-1000, 1000], random) })(draft, random),
  'another htm': (draft, random) => proofClaims({ htm: pick(['GET', 'post', 'POST ', 'Post'], random) })(draft, random),
  'another method': (draft, random) => ({ ...draft, method: pick(['GET', 'PUT', 'DELETE', 'PATCH'], random) }),
  'htu in another spelling': (draft, random) =>
    proofClaims({
      htu: pick(
        [
          `${address}?x=1`,
          `${address}#f`,
          'https://FORUM.example/api/posts',
          'HTTPS://forum.example/api/posts',
          'https://forum.example:443/api/posts',
          'https://forum.example/api/./posts',
          'https://forum.example/x/../api/posts',
          'https://forum.example/api/%70osts',
        ],
        random,
      ),
    })(draft, random),
  'another htu': (draft, random) =>
    proofClaims({
      htu: pick(
        [
          'http://forum.example/api/posts',
          `${address}/`,
          'https://forum.example/api/Posts',
          'https://forum.example:444/api/posts',
          '/api/posts',
          'https://forum.example',
          'https://u@forum.example/api/posts',
          'https://forum.example/api%2Fposts',
        ],
        random,
      ),
    })(draft, random),
  'query and fragment in the address': (draft, random) => ({
    ...draft,
    url: address + pick(['?x=1', '?', '#f', '?a=b#c'], random),
  }),
  'ath of another token': change({ athOf: 'another.token' }),
  'no ath': change({ withAth: false }),
  'scheme in another case': (draft, random) => ({ ...draft, scheme: pick(['dpop', 'DPOP', 'dPoP'], random) }),
  'another scheme': (draft, random) => ({ ...draft, scheme: pick(['Bearer', 'Basic', 'DPoPx', ''], random) }),
  'a character of the token': (draft, random) => ({ ...draft, spellToken: damaged(random) }),
  'a character of the proof': (draft, random) => ({ ...draft, spellProof: damaged(random) }),
  'the token is cut or longer': (draft, random) => ({ ...draft, spellToken: resized(random) }),
  'the proof is cut or longer': (draft, random) => ({ ...draft, spellProof: resized(random) }),
  'no proof': change({ lines: (lines) => lines.filter(([name]) => name !== 'DPoP') }),
  'no token': change({ lines: (lines) => lines.filter(([name]) => name !== 'Authorization') }),
  'the proof twice': change({ lines: (lines) => [...lines, ...lines.filter(([name]) => name === 'DPoP')] }),
  'header names in another case': change({
    lines: (lines) => lines.map(([name, value]) => [name.toLowerCase(), value] as const),
  }),
};

/** Number of requests with several mutations per seed. The same seeds give the same requests. */
export interface Combined {
  readonly seeds: readonly number[];
  readonly perSeed: number;
}

/** Builds a request for every form of every mutation, then requests with two or three mutations. Each has a unique jti. */
export async function mutatedRequests({ seeds, perSeed }: Combined): Promise<MutatedRequests> {
  const [published, other] = [
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ];
  const key = { kid: 'k1', use: 'sig', alg: 'RS256', ...(await exportJWK(published.publicKey)) };
  const requests: MutatedRequest[] = [];
  for (const { draft, chosen } of drafts({ seeds, perSeed })) {
    const { jti } = draft.proofClaims;
    const proofClaims = { ...draft.proofClaims, ...(jti === 'proof' && { jti: `proof-${requests.length}` }) };
    const keys = { published: published.privateKey, other: other.privateKey };
    requests.push(await assembled({ ...draft, proofClaims }, chosen, keys));
  }
  return { jwks: { keys: [key] }, requests };
}

function* drafts({
  seeds,
  perSeed,
}: Combined): Iterable<{ readonly draft: Draft; readonly chosen: readonly string[] }> {
  for (const [name, mutate] of Object.entries(mutations)) {
    for (const draft of everyForm((random) => mutate(good, random))) yield { draft, chosen: [name] };
  }
  const names = Object.keys(mutations);
  for (const seed of seeds) {
    const random = mulberry32(seed);
    for (let count = 0; count < perSeed; count += 1) {
      const chosen = Array.from({ length: 2 + random(2) }, () => pick(names, random));
      yield { draft: chosen.reduce((made, name) => mutations[name]?.(made, random) ?? made, good), chosen };
    }
  }
}

/** Enumerates all results of a random function: every draw takes each of its values, in all combinations. */
function* everyForm<Form>(make: (random: Random) => Form): Iterable<Form> {
  const draws: { value: number; readonly below: number }[] = [];
  do {
    let at = 0;
    yield make((below) => {
      const draw = draws[at] ?? { value: 0, below };
      draws[at] = draw;
      at += 1;
      return draw.value;
    });
    for (let last = draws.at(-1); last !== undefined; last = draws.at(-1)) {
      last.value += 1;
      if (last.value < last.below) break;
      draws.pop();
    }
  } while (draws.length > 0);
}

async function assembled(
  draft: Draft,
  chosen: readonly string[],
  keys: Readonly<Record<Draft['tokenKey'], KeyObject>>,
): Promise<MutatedRequest> {
  const token = draft.spellToken(await signedToken(draft, keys[draft.tokenKey]));
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

async function signedToken({ tokenHeader: header, tokenClaims: claims }: Draft, key: KeyObject): Promise<string> {
  const payload = Buffer.from(JSON.stringify(claims));
  if (header['alg'] === 'RS256' && !('crit' in header) && typeof header['typ'] === 'string')
    return new CompactSign(payload).setProtectedHeader({ ...header, alg: 'RS256' }).sign(key);
  // Invalid headers, which jose refuses to sign.
  const input = `${segment(header)}.${payload.toString('base64url')}`;
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
}

const segment = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Changes one character, or flips its last bit, at the start, middle or end of one of the three segments. */
function damaged(random: Random): (text: string) => string {
  const [segmentAt, place, by] = [random(3), random(3), pick([...'AQz09-_.=+/ é'.split(''), undefined], random)];
  return (text) => {
    const start = segmentAt === 0 ? 0 : text.split('.', segmentAt).join('.').length + 1;
    const end = text.split('.', segmentAt + 1).join('.').length;
    const index = [start, Math.floor((start + end) / 2), end - 1][place] ?? start;
    const character = by ?? alphabet[alphabet.indexOf(text[index] ?? '') ^ 1] ?? '';
    return text.slice(0, index) + character + text.slice(index + 1);
  };
}

function resized(random: Random): (text: string) => string {
  const how = random(6);
  const forms: readonly ((text: string) => string)[] = [
    (text) => text.slice(0, -1),
    (text) => `${text}A`,
    (text) => `${text}=`,
    (text) => text.split('.').slice(0, 2).join('.'),
    (text) => `${text}.${text}`,
    (text) => `.${text}`,
  ];
  return forms[how] ?? forms[0] ?? ((text) => text);
}

function pick<T>(values: readonly T[], random: Random): T {
  const value = values[random(values.length)];
  // An element can be undefined, which omits a member.
  return value as T;
}

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
