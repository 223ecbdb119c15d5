import { expect, test } from 'vitest';
import {
  type Confirmation,
  createConfirmationReader,
  tokenConfirmation,
  unconfirmedChallenges,
} from './confirmation.ts';
import type { ContractOperation, RequiredConfirmation } from './contract.ts';
import { DomainError } from '../errors/domain-error.ts';

const now = new Date('2026-03-01T10:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const token = (claims: Readonly<Record<string, string | number>>) => tokenConfirmation(claims);
const authTime = (seconds: number) => ago(seconds).getTime() / 1000;

async function read(confirmation: RequiredConfirmation | undefined, shown: Confirmation | undefined) {
  const exempted: string[] = [];
  const operation = {
    operationId: 'setMember',
    security: [{ bearer: [] }, { dpop: [], dpopProof: [] }],
    requiredScopes: () => [],
    confirmation,
  } as unknown as ContractOperation;
  const require = createConfirmationReader(operation, {
    now: () => now,
    refuse: (problem) =>
      new DomainError('unconfirmed', 401, '', { headers: { 'www-authenticate': unconfirmedChallenges(problem) } }),
    exempted: (operationId) => exempted.push(operationId),
  });
  try {
    await require(shown, { path: {}, body: undefined });
    return exempted.length > 0 ? `exempt: ${exempted.join()}` : 'accepted';
  } catch (error) {
    return error instanceof DomainError ? error.headers?.['www-authenticate'] : error;
  }
}

const rest = (scheme: string) => `${scheme === 'DPoP' ? ', algs="EdDSA Ed25519 ES256"' : ''}, scope="openid"`;
const refusedAge = ['Bearer', 'DPoP'].map(
  (scheme) => `${scheme} error="insufficient_user_authentication", max_age="600"${rest(scheme)}`,
);
const refusedAction = ['Bearer', 'DPoP'].map(
  (scheme) =>
    `${scheme} error="insufficient_user_authentication", acr_values="open_console", max_age="600"${rest(scheme)}`,
);
const tenMinutes = { maxAge: 600 };
const openConsole = { action: 'open_console' };

test.each<[string, RequiredConfirmation | undefined, Confirmation | undefined, unknown]>([
  ['without x-confirmation needs none', undefined, undefined, 'accepted'],
  ['accepts a ceremony of 600 seconds ago', tenMinutes, token({ auth_time: authTime(600) }), 'accepted'],
  ['refuses a ceremony of 601 seconds ago', tenMinutes, token({ auth_time: authTime(601) }), refusedAge],
  ['refuses a token without auth_time', tenMinutes, token({}), refusedAge],
  ['refuses credentials that show no ceremony', tenMinutes, undefined, refusedAge],
  ['accepts a request that a device signed', tenMinutes, { by: 'request' }, 'accepted'],
  ["exempts and counts an administrator's key", tenMinutes, { by: 'administrator' }, 'exempt: setMember'],
  [
    'accepts a ceremony for its action',
    openConsole,
    token({ auth_time: authTime(600), acr: 'open_console' }),
    'accepted',
  ],
  ['refuses a ceremony just now for no action', openConsole, token({ auth_time: authTime(0) }), refusedAction],
  [
    'refuses a ceremony just now for another action',
    openConsole,
    token({ auth_time: authTime(0), acr: 'create_administrator' }),
    refusedAction,
  ],
  [
    'refuses a ceremony of 601 seconds ago for its action',
    openConsole,
    token({ auth_time: authTime(601), acr: 'open_console' }),
    refusedAction,
  ],
])('RFC 9470 §3: an operation %s', async (_rule, required, shown, expected) => {
  expect(await read(required, shown)).toEqual(expected);
});

test('runtime: a request that carries the ceremony for an action is verified, however recent the last one was', async () => {
  const verified: unknown[] = [];
  const refusal = new DomainError('assertion_required', 403, '');
  const verify = async (action: string) => {
    verified.push(action);
    throw refusal;
  };
  expect(await read({ action: 'delete_owner' }, { by: 'person', at: now, verify })).toBe(
    refusal.headers?.['www-authenticate'],
  );
  expect(verified).toEqual(['delete_owner']);
});
