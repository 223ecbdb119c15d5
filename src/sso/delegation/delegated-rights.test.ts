import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Delegation } from '../../protocol/delegation.ts';
import { isThumbprint, type Thumbprint } from '../../protocol/jwk-thumbprint.ts';
import { lackingScope, platformScopes, platformScopesOf } from '../../protocol/token-scope.ts';
import { DomainError } from '../../runtime/domain-error.ts';
import { delegatedRights, type DelegatingRights } from './token-exchange.ts';

const now = 1_800_000_000;

function key(index: number): Thumbprint {
  const text = String.fromCodePoint(97 + index).repeat(43);
  if (!isThumbprint(text)) throw new TypeError(text);
  return text;
}

const keys = fc.integer({ min: 0, max: 6 }).map(key);
const scopes = fc.subarray([...platformScopes]);
const resources = fc.constantFrom(undefined, 'https://forum.test', 'https://notifications.test');

const ownersApproval = fc.record({ scopes, resource: resources, seconds: fc.integer({ min: 1, max: 90_000 }) });
const steps = fc.array(
  fc.record({ child: keys, scopes, resource: resources, seconds: fc.integer({ min: 1, max: 86_400 }) }),
  { minLength: 1, maxLength: 6 },
);

const approved = ({ scopes, resource, seconds }: { scopes: string[]; resource: string | undefined; seconds: number }) =>
  ({
    scope: ['openid', ...scopes].join(' '),
    resource: resource ?? null,
    chain: [],
    expiresAt: new Date((now + seconds) * 1000),
  }) satisfies DelegatingRights;

const delegated = (
  parentJkt: Thumbprint,
  step: { child: Thumbprint; scopes: string[]; resource: string | undefined; seconds: number },
): Delegation => ({
  parentJkt,
  ownerSub: '5f3c9a1e7b2d4860a1c2e3f405162738',
  childJkt: step.child,
  scope: step.scopes.join(' '),
  resource: step.resource,
  clientId: undefined,
  iat: now,
  exp: now + step.seconds,
  jti: 'd',
});

/** Follows a random chain until a delegation is refused. @returns the rights of each agent, the first one's first */
function follow(first: DelegatingRights, chain: readonly Parameters<typeof delegated>[1][]): DelegatingRights[] {
  const rights = [first];
  let agent = key(0);
  for (const step of chain) {
    const before = rights.at(-1) ?? first;
    try {
      rights.push(delegatedRights(before, delegated(agent, step)));
    } catch (error) {
      expect(error).toBeInstanceOf(DomainError);
      break;
    }
    agent = step.child;
  }
  return rights;
}

const forEachChain = (holds: (rights: readonly DelegatingRights[]) => void) =>
  fc.assert(
    fc.property(ownersApproval, steps, (approval, chain) => holds(follow(approved(approval), chain))),
    { numRuns: 2_000 },
  );

test('delegation: rights never widen along a random chain', () => {
  forEachChain((rights) => {
    for (const [index, { scope, resource }] of rights.entries()) {
      const before = rights[index - 1];
      if (!before) continue;
      // A scope that the agent lacks, its helper lacks too.
      for (const needed of platformScopes)
        if (lackingScope(before.scope, [needed])) expect(lackingScope(scope, [needed])).toBe(needed);
      if (before.resource !== null) expect(resource).toBe(before.resource);
    }
  });
});

test('delegation: no helper has all rights', () => {
  forEachChain((rights) => {
    for (const { scope } of rights.slice(1)) expect(platformScopesOf(scope)).not.toEqual([]);
  });
});

test('delegation: no helper outlives its agent', () => {
  forEachChain((rights) => {
    for (const [index, { expiresAt }] of rights.entries())
      expect(expiresAt.getTime()).toBeLessThanOrEqual(rights[index - 1]?.expiresAt.getTime() ?? Infinity);
  });
});

test('delegation: no chain has a key twice or more than three agents', () => {
  forEachChain((rights) => {
    for (const { chain } of rights) {
      expect(new Set(chain).size).toBe(chain.length);
      expect(chain.length).toBeLessThanOrEqual(3);
    }
  });
});

test('delegation: an agent with all rights delegates any scope of the platform', () => {
  const all = approved({ scopes: [], resource: undefined, seconds: 60 });
  for (const scope of platformScopes) {
    const step = { child: key(1), scopes: [scope], resource: undefined, seconds: 30 };
    expect(delegatedRights(all, delegated(key(0), step))).toEqual({
      scope: `openid ${scope}`,
      resource: null,
      chain: [key(1), key(0)],
      expiresAt: new Date((now + 30) * 1000),
    });
  }
});
