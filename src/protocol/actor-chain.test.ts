import { expect, test } from 'vitest';
import { actorChainOf, ActorClaimError, actorClaim } from './actor-chain.ts';
import { isThumbprint, type Thumbprint } from './jwk-thumbprint.ts';

function key(letter: string): Thumbprint {
  const text = letter.repeat(43);
  if (!isThumbprint(text)) throw new TypeError(text);
  return text;
}
const [agent, helper, second, third] = [key('a'), key('b'), key('c'), key('d')];

test('RFC 8693 §4.1: the outermost act is the current actor, and the least recent is nested deepest', () => {
  expect(actorClaim([second, helper, agent])).toEqual({ sub: second, act: { sub: helper, act: { sub: agent } } });
});

test('RFC 8693 §4.1: the chain of a token is what its claim was made from', () => {
  for (const chain of [[], [helper], [helper, agent], [second, helper, agent]])
    expect(actorChainOf({ act: actorClaim(chain) })).toEqual(chain);
});

test.each([
  ['four keys', actorClaim([third, second, helper, agent])],
  ['a text', helper],
  ['null', null],
  ['an array', [{ sub: helper }]],
  ['no sub', { act: { sub: agent } }],
  ['a sub that is no key', { sub: 'somebody' }],
])('RFC 8693 §4.1: an act of %s is malformed', (_title, act) => {
  expect(() => actorChainOf({ act })).toThrow(ActorClaimError);
  expect(() => actorChainOf({ act })).toThrow('The claim act is not a chain of at most 3 keys.');
});
