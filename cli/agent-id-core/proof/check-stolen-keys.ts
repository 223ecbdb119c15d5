import { chainOf, type ProviderToken, type ProviderTrust } from '../../shared/evidence/provider-trust.ts';
import type { TrailCheck } from '../trail/trail-check.ts';
import { addError, addWarning, type AnchoredHead } from '../trail/trail-report.ts';

/**
 * Refuses what a stolen key signed, or that of a helper of one, unless it was attested before the theft: an attested entry
 * proves all before it. Providers are asked about the keys of proven owners; offline nothing is known.
 *
 * @param tokens verified id_tokens by reference
 * @param attested heads that a provider attested
 */
export async function checkStolenKeys(
  check: TrailCheck,
  tokens: ReadonlyMap<string, ProviderToken>,
  attested: readonly AnchoredHead[],
  trust: ProviderTrust,
): Promise<void> {
  const reported = new Set<string>();
  for (const { jkt, ownerSub, idTokenRef } of check.owners.values()) {
    const token = idTokenRef === null ? undefined : tokens.get(idTokenRef);
    const range = check.signed.get(jkt);
    if (!token || !range || token.claims['sub'] !== ownerSub) continue;
    // A thief with the key of an agent can sign with helpers of it.
    for (const key of [jkt, ...chainOf(token.claims).slice(1)]) {
      const { compromisedSince } = await trust.keyStatus(token.issuer, key, ownerSub);
      if (compromisedSince === undefined || reported.has(`${jkt} ${key}`)) continue;
      reported.add(`${jkt} ${key}`);
      const before = attested.filter(({ attestedAt }) => attestedAt * 1000 < compromisedSince);
      const first = Math.max(range.first, ...before.map(({ seq }) => seq + 1));
      const stolen = `The key ${key} was reported stolen since ${new Date(compromisedSince).toISOString()}`;
      if (first > range.last)
        addWarning(check, null, null, 'key_compromised', `${stolen}; everything that it signed was attested before.`);
      else {
        const text = `${stolen}, and the entries ${first} to ${range.last} were not attested before.`;
        addError(check, null, first, 'key_compromised', text);
      }
    }
  }
}
