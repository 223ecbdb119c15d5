import { expect, test } from 'vitest';
import { checkSettings, defaultLifetimes } from './settings.ts';

const good = { issuer: 'https://sso.test', adminKey: undefined, dpopNonce: false, lifetimes: defaultLifetimes };

test('settings that no sign-in could work with stop the start, all in one message', () => {
  const lifetimes = { ...defaultLifetimes, authorization: 571, accessToken: 0 };
  expect(() => checkSettings({ ...good, issuer: 'https://sso.test/', lifetimes })).toThrow(
    /accessToken is 0[^]*https:\/\/sso\.test\/ is no origin[^]*authorization is 571: give 570/,
  );
});

test('the defaults are settings to start with', () => {
  expect(() => checkSettings(good)).not.toThrow();
});
