import { expect, test } from 'vitest';
import { englishScreens } from '../messages/en/screens.ts';
import { setLanguage } from './language.ts';
import { type Permissions, rightsOf } from './permissions.ts';

setLanguage('en', englishScreens);

/** The list as text: ✓ may, ✗ cannot. */
const listOf = (permissionCodes: string[], services: string[] = [], permissions = permissionCodes) => {
  // A future provider may send codes that this page does not know.
  const rights = rightsOf({ permissions, services, ...({ permissionCodes } as Pick<Permissions, 'permissionCodes'>) });
  return [...rights].map(
    ([service, texts]) =>
      `${service}: ${texts.map(({ kind, text }) => `${kind === 'may' ? '✓' : '✗'} ${text}`).join(', ')}`,
  );
};

const account = 'Your account: ✗ cannot change your account';

test('approval page: an application with platform scopes has exactly those', () => {
  expect(listOf(['forum:vote'])).toEqual(['Forum: ✓ may vote, ✗ cannot write', 'Payments: ✗ cannot pay', account]);
  expect(listOf(['payments'])).toEqual([
    'Forum: ✗ cannot write, ✗ cannot vote',
    'Payments: ✓ may create payments',
    account,
  ]);
});

test('approval page: without platform scopes no limit is claimed that no service enforces', () => {
  expect(listOf(['act'], ['Forum', 'Example'])).toEqual([
    'Forum: ✓ may do everything in your name',
    'Example: ✓ may do everything in your name',
    account,
  ]);
});

test('approval page: an application that signs people in knows who they are, and cannot write for them', () => {
  expect(listOf(['sign_in', 'profile'])).toEqual([
    'Forum: ✗ cannot write, ✗ cannot vote',
    'Your account: ✓ may know that it is you, ✓ may see your name and picture, ✗ cannot change your account',
  ]);
});

test('approval page: a permission that the page does not know is shown in the words of the contract', () => {
  expect(listOf(['forum:moderate'], [], ['moderate the forum'])).toEqual([account, ': ✓ moderate the forum']);
});
