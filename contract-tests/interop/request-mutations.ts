import type { Random } from '../fixtures/random.ts';
import {
  address,
  agent,
  audience,
  type Draft,
  validDraft,
  issuer,
  type Members,
  now,
  stranger,
} from './request-draft.ts';

/** A change of a request, in a random form. */
export type Mutation = (draft: Draft, random: Random) => Draft;

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

export const mutations: Readonly<Record<string, Mutation>> = {
  'nothing changes': (draft) => draft,
  'a token claim is another value': (draft, random) =>
    tokenClaims({ [pick(Object.keys(validDraft.tokenClaims), random)]: pick(oddities, random) })(draft, random),
  'a token header member is another value': (draft, random) =>
    tokenHeader({ [pick(Object.keys(validDraft.tokenHeader), random)]: pick(oddities, random) })(draft, random),
  'a proof claim is another value': (draft, random) =>
    proofClaims({ [pick(Object.keys(validDraft.proofClaims), random)]: pick(oddities, random) })(draft, random),
  'a proof header member is another value': (draft, random) =>
    proofHeader({ [pick(Object.keys(validDraft.proofHeader), random)]: pick(oddities, random) })(draft, random),
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
  'an additional claim in token and proof': (draft, random) =>
    tokenClaims({ extra: 1 })(proofClaims({ extra: 1 })(draft, random), random),
  'an additional header member in the proof': proofHeader({ kid: 'mine' }),
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
  'cnf with additional members': tokenClaims({ cnf: { jkt: agent.jkt, 'x5t#S256': 'x' } }),
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

export function pick<T>(values: readonly T[], random: Random): T {
  const value = values[random(values.length)];
  // An element can be undefined, which omits a member.
  return value as T;
}
