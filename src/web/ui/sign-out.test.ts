import { expect, test } from 'vitest';
import { signOut, type SignOutParts } from './sign-out.ts';

const never = () => new Promise<never>(() => undefined);

/** A page that signs out, and what happens there in its order. */
function page(parts: Partial<SignOutParts> = {}) {
  const happened: string[] = [];
  let token: string | null = 'refresh-1';
  const all: SignOutParts = {
    sso: {
      getRefreshToken: () => token,
      logout: () => {
        token = null;
        happened.push('forgotten');
      },
    },
    leave: async () => {
      token = 'refresh-2';
      happened.push('left');
    },
    revoke: async (refreshToken) => happened.push(`revoked ${refreshToken}`),
    elapsed: never,
    ...parts,
  };
  return { happened, all };
}

test('sign-out: the page leaves, the provider ends the session, then this device forgets it', async () => {
  const { happened, all } = page();
  await signOut(all);
  expect(happened).toEqual(['left', 'revoked refresh-2', 'forgotten']);
});

test('sign-out: what fails does not keep anybody signed in', async () => {
  const fails = () => Promise.reject(new Error('down'));
  const { happened, all } = page({ leave: fails, revoke: fails });
  await signOut(all);
  expect(happened).toEqual(['forgotten']);
});

test('sign-out: after two seconds nobody waits any more; the provider is told all the same when the page has left', async () => {
  const waits: number[] = [];
  const slow = Promise.withResolvers<void>();
  const { happened, all } = page({
    leave: () => slow.promise,
    elapsed: async (milliseconds) => void waits.push(milliseconds),
  });
  await signOut(all);
  expect([waits, happened]).toEqual([[2000], ['forgotten']]);
  slow.resolve();
  await slow.promise;
  await new Promise(setImmediate);
  expect(happened).toEqual(['forgotten', 'revoked refresh-1']);
});
