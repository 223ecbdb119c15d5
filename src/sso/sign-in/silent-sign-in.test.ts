import { expect, test } from 'vitest';
import { remainingStep, type SilentSignIn } from './silent-sign-in.ts';

const now = new Date('2026-03-01T10:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const silent: SilentSignIn = {
  client: { kind: 'own' },
  request: { prompt: 'none', maxAge: null, acr: null, hintedSub: null },
  ceremony: { sub: 'a', at: ago(3600), authenticator: null, tokenHash: 'hash' },
  consented: true,
  fromOwnPage: true,
  now,
};
const request = (changes: Partial<SilentSignIn['request']>): Partial<SilentSignIn> => ({
  request: { ...silent.request, ...changes },
});

test.each<[string, Partial<SilentSignIn>, ReturnType<typeof remainingStep>]>([
  ['of an own application that was approved before', {}, 'none'],
  ['that asks for a ceremony of its own', request({ acr: 'open_console' }), 'login'],
  ['without prompt', request({ prompt: null }), 'none'],
  ['of another application', { client: { kind: 'application' } }, 'login'],
  ['in a signed-out browser', { ceremony: undefined }, 'login'],
  ['that another site began', { fromOwnPage: false }, 'click'],
  ['that was never approved', { consented: false }, 'consent'],
  ['with prompt=login', request({ prompt: 'login' }), 'login'],
  ['with prompt=consent', request({ prompt: 'consent' }), 'login'],
  ['with prompt=select_account', request({ prompt: 'select_account' }), 'login'],
  ['with a ceremony exactly max_age ago', request({ maxAge: 3600 }), 'none'],
  ['with a ceremony longer than max_age ago', request({ maxAge: 3599 }), 'login'],
  ['with the hint of the signed-in owner', request({ hintedSub: 'a' }), 'none'],
  ['with the hint of another owner', request({ hintedSub: 'b' }), 'login'],
])('sso: the remaining step of a silent sign-in %s', (_name, changes, step) => {
  expect(remainingStep({ ...silent, ...changes })).toBe(step);
});
