import { generateKeyPairSync } from 'node:crypto';
import { exportJWK, type JWK } from 'jose';
import { mulberry32, type Random } from '../fixtures/random.ts';
import { signDraft, type Draft, validDraft, type MutatedRequest } from './request-draft.ts';
import { mutations, pick } from './request-mutations.ts';

export interface MutatedRequests {
  /** The provider's key set document. */
  readonly jwks: { readonly keys: readonly JWK[] };
  readonly requests: readonly MutatedRequest[];
}

/** Number of requests with several mutations per seed. The same seeds give the same requests. */
export interface Combined {
  readonly seeds: readonly number[];
  readonly perSeed: number;
}

/**
 * Builds a request for every form of every mutation, then requests with two or three mutations. Each has a unique jti.
 *
 * @param published key pair of the provider
 */
export async function mutatedRequests(
  { seeds, perSeed }: Combined,
  published = generateKeyPairSync('rsa', { modulusLength: 2048 }),
): Promise<MutatedRequests> {
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { kid: 'k1', use: 'sig', alg: 'RS256', ...(await exportJWK(published.publicKey)) };
  const requests: MutatedRequest[] = [];
  for (const { draft, chosen } of drafts({ seeds, perSeed })) {
    const { jti } = draft.proofClaims;
    const proofClaims = { ...draft.proofClaims, ...(jti === 'proof' && { jti: `proof-${requests.length}` }) };
    const keys = { published: published.privateKey, other: other.privateKey };
    requests.push(signDraft({ ...draft, proofClaims }, chosen, keys));
  }
  return { jwks: { keys: [key] }, requests };
}

function* drafts({
  seeds,
  perSeed,
}: Combined): Iterable<{ readonly draft: Draft; readonly chosen: readonly string[] }> {
  for (const [name, mutate] of Object.entries(mutations)) {
    for (const draft of everyForm((random) => mutate(validDraft, random))) yield { draft, chosen: [name] };
  }
  const names = Object.keys(mutations);
  for (const seed of seeds) {
    const random = mulberry32(seed);
    for (let count = 0; count < perSeed; count += 1) {
      const chosen = Array.from({ length: 2 + random(2) }, () => pick(names, random));
      yield { draft: chosen.reduce((made, name) => mutations[name]?.(made, random) ?? made, validDraft), chosen };
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
