import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { signJwt } from '../../contract-tests/fixtures/protocol/keys.ts';
import { mutatedRequests } from '../../contract-tests/interop/mutated-requests.ts';
import {
  audience,
  type Draft,
  issuer,
  type MutatedRequest,
  now,
  signDraft,
  validDraft,
} from '../../contract-tests/interop/request-draft.ts';
import { createAssertion, keysFromSetting } from '../../src/gateway/signing-keys.ts';
import { decodeBase64url } from '../../src/protocol/base64url.ts';
import { verifyDpopRequest, VerificationError } from '../../src/protocol/dpop-request.ts';

/** What a verifier has to say of a request. */
export type Expected =
  | { readonly ok: true; readonly jkt: string; readonly sub: string }
  | { readonly ok: false; readonly code: string };

export interface RequestVector {
  /** What was changed of a request that is right. */
  readonly name: string;
  readonly method: string;
  /** As the client sees it. */
  readonly url: string;
  /** All lines, repeated ones too. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly expected: Expected;
}

export interface Vectors {
  readonly dpop: {
    readonly issuer: string;
    readonly audience: string;
    /** Time of verification, in Unix seconds. */
    readonly now: number;
    readonly jwks: { readonly keys: readonly object[] };
    readonly requests: readonly RequestVector[];
  };
  readonly assertion: {
    readonly issuer: string;
    readonly audience: string;
    readonly now: number;
    readonly method: string;
    readonly url: string;
    readonly jwks: { readonly keys: readonly object[] };
    readonly assertions: readonly {
      readonly name: string;
      readonly assertion: string;
      readonly expected: { readonly ok: boolean };
    }[];
  };
}

/** Forms of each mutation, evenly chosen of all. */
const formsPerMutation = 6;
/** Where verifiers may choose: docs/protocol-choices.md. */
export const choices: ReadonlySet<string> = new Set(['typ in another spelling', 'other times of the token']);

/** Creates the vectors, with new keys, from the mutations that our verifiers are compared by. */
export async function createVectors(): Promise<Vectors> {
  const published = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { jwks, requests } = await mutatedRequests({ seeds: [], perSeed: 0 }, published);
  const all = [...requests, ...es256Requests(published.privateKey)];
  const byName = Map.groupBy(all, ({ mutations }) => mutations.join(', '));
  const chosen = [...byName].flatMap(([name, forms]) => (choices.has(name) ? [] : evenly(forms, formsPerMutation)));
  const judge = judgeOf(jwks);
  const vectors = await Promise.all(
    chosen.map(async (request): Promise<RequestVector> => {
      const { mutations, method, url, headers } = request;
      return { name: mutations.join(', '), method, url, headers, expected: await judge(request) };
    }),
  );
  return { dpop: { issuer, audience, now, jwks, requests: vectors }, assertion: assertionVectors() };
}

/** Requests of an agent with a P-256 key. */
function es256Requests(providerKey: KeyObject): readonly MutatedRequest[] {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  const jkt = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  const signedAgain = (damage: number) => (proof: string) => {
    const input = proof.split('.').slice(0, 2).join('.');
    const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    signature[40] = (signature[40] ?? 0) ^ damage;
    return `${input}.${signature.toString('base64url')}`;
  };
  const draft: Draft = {
    ...validDraft,
    tokenClaims: { ...validDraft.tokenClaims, cnf: { jkt } },
    proofHeader: { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } },
    proofClaims: { ...validDraft.proofClaims, jti: 'proof-es256' },
    spellProof: signedAgain(0),
  };
  const keys = { published: providerKey, other: providerKey };
  const bound = validDraft.tokenClaims;
  return [
    signDraft(draft, ['a proof with ES256'], keys),
    signDraft({ ...draft, spellProof: signedAgain(1) }, ['a damaged signature with ES256'], keys),
    signDraft({ ...draft, tokenClaims: bound }, ['bound to another key than that of ES256'], keys),
  ];
}

export function judgeOf(jwks: { readonly keys: readonly object[] }) {
  const keys = new Map(
    jwks.keys.map((key) => [
      (key as { readonly kid?: string }).kid ?? '',
      createPublicKey({ key: key as never, format: 'jwk' }),
    ]),
  );
  return async (request: Pick<MutatedRequest, 'method' | 'url' | 'headers'>): Promise<Expected> => {
    const options = {
      issuer,
      audience,
      keys: (kid: string) => Promise.resolve(keys.get(kid)),
      replayStore: { once: () => Promise.resolve(true) },
      now,
    };
    try {
      const { jkt, sub } = await verifyDpopRequest(request, options);
      return { ok: true, jkt, sub };
    } catch (error) {
      if (error instanceof VerificationError) return { ok: false, code: error.code };
      throw error;
    }
  };
}

function evenly<Item>(items: readonly Item[], count: number): readonly Item[] {
  if (items.length <= count) return items;
  return Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)]).flatMap(
    (item) => (item === undefined ? [] : [item]),
  );
}

function assertionVectors(): Vectors['assertion'] {
  const seed = crypto.getRandomValues(new Uint8Array(32));
  const keys = keysFromSetting([seed], () => now * 1000);
  const key = keys.current();
  const [method, url] = ['POST', 'https://notes.example/notes'];
  const settings = { issuer: 'agent-gateway', audience: 'https://notes.example', ttl: 30 };
  const identity = {
    sub: '5f3c9a1e7b2d4860a1c2e3f405162738',
    clientId: '00000006010000000000000000000001',
    scope: 'openid forum:write',
    helperOf: [],
  };
  const make = (more: object = {}, of = {}) =>
    createAssertion({
      request: { method, url },
      identity,
      settings: { ...settings, ...of },
      key,
      now,
      jti: 'one',
      ...more,
    });
  const header = { typ: 'agent-assertion+jwt', alg: 'EdDSA', kid: key.kid };
  const claims: unknown = JSON.parse(Buffer.from(make().split('.')[1] ?? '', 'base64url').toString());
  const altered = (changes: object, of = header) => signJwt({ ...of, ...changes }, claims, key.sign);
  const other = keysFromSetting([crypto.getRandomValues(new Uint8Array(32))], () => now * 1000).current();
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const es256Input = altered({ alg: 'ES256' }).split('.').slice(0, 2).join('.');
  const es256 = sign('sha256', Buffer.from(es256Input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  const none = altered({ alg: 'none' }).replace(/[^.]*$/, '');
  const refused: readonly (readonly [string, string])[] = [
    ['for another service', make({}, { audience: 'https://other.example' })],
    ['of another gateway', make({}, { issuer: 'other-gateway' })],
    ['for another method', make({ request: { method: 'GET', url } })],
    ['for another URL', make({ request: { method, url: 'https://notes.example/admin' } })],
    ['expired', make({ now: now - 31 })],
    ['created in the future', make({ now: now + 3600 })],
    ['another typ', altered({ typ: 'JWT' })],
    ['an access token by the same key', altered({ typ: 'at+jwt' })],
    ['an extension that must be understood', altered({ crit: ['exp'], exp: now })],
    ['without a signature', none],
    ['signed with another algorithm', `${es256Input}.${es256.toString('base64url')}`],
    ['signed by another key', make({ key: { ...other, kid: key.kid } })],
    ['an unknown key', make({ key: other })],
    ['four segments', `${make()}.`],
    ['an altered claim', make().replace(/\.(.)/, (_dot, first: string) => `.${first === 'e' ? 'f' : 'e'}`)],
    ['not canonical base64url', lastBitSet(make())],
  ];
  return {
    ...settings,
    now,
    method,
    url,
    jwks: keys.keySet(),
    assertions: [
      { name: 'nothing changes', assertion: make(), expected: { ok: true } },
      {
        name: 'the query is not part of it',
        assertion: make({ request: { method, url: `${url}?a=b` } }),
        expected: { ok: true },
      },
      ...refused.map(([name, assertion]) => ({ name, assertion, expected: { ok: false } })),
    ],
  };
}

/** Sets a bit after the last byte, which decoders of the lenient kind ignore. */
function lastBitSet(jwt: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const changed = jwt.slice(0, -1) + (alphabet[alphabet.indexOf(jwt.at(-1) ?? '') + 1] ?? '');
  if (decodeBase64url(changed.split('.')[2] ?? '') !== undefined)
    throw new Error('The last character has no unused bit.');
  return changed;
}
