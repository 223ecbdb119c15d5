import { expect, test } from 'vitest';
import { signOut, type SignOutDependencies } from './sign-out.ts';

const never = () => new Promise<never>(() => undefined);

/** Signs out with recording dependencies. @returns the recorded steps in order */
function page(parts: Partial<SignOutDependencies> = {}) {
  const happened: string[] = [];
  let token: string | null = 'refresh-1';
  const all: SignOutDependencies = {
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

test('sign-out: clean-up, revocation and local deletion happen in this order', async () => {
  const { happened, all } = page();
  await signOut(all);
  expect(happened).toEqual(['left', 'revoked refresh-2', 'forgotten']);
});

test('sign-out: a failing service does not prevent the local sign-out', async () => {
  const fails = () => Promise.reject(new Error('down'));
  const { happened, all } = page({ leave: fails, revoke: fails });
  await signOut(all);
  expect(happened).toEqual(['forgotten']);
});

test('sign-out: the user waits two seconds at most, and the revocation still follows a slow clean-up', async () => {
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
