import { expect, test } from 'vitest';
import { defaultLifetimes, ssoSettingsProblems } from './settings.ts';

test('sso settings: every invalid setting is reported at once', () => {
  const lifetimes = { ...defaultLifetimes, authorization: 571, accessToken: 0 };
  expect(ssoSettingsProblems({ issuer: 'https://sso.test/', lifetimes })).toEqual([
    expect.stringContaining('accessToken is 0'),
    expect.stringContaining('https://sso.test/ is not an origin'),
    expect.stringContaining('authorization is 571: give 570'),
  ]);
});

test('sso settings: the defaults are valid', () => {
  expect(ssoSettingsProblems({ issuer: 'https://sso.test', lifetimes: defaultLifetimes })).toEqual([]);
});
