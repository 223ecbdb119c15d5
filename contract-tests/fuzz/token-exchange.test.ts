import { beforeAll, expect, test } from 'vitest';
import {
  acceptDelegation,
  delegate,
  exchangeForm,
  sendExchange,
  type ParsedResponse,
  startProvider,
} from '../fixtures/sso.ts';
import { type Agent, bindAgent } from '../fixtures/identity.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey, type TestKey } from '../fixtures/protocol/keys.ts';

// Every parameter of a token exchange, in every wrong form.
const provider = useStarted(startProvider);
let agent: Agent;
let helper: TestKey;
let valid: Readonly<Record<string, string>>;
beforeAll(async () => {
  agent = await bindAgent(provider.platform, { clientId: provider.clientId });
  helper = newKey();
  valid = exchangeForm(provider, await delegate(provider, agent, helper));
});

type Outcome = readonly [number, string | undefined];
const outcome = ({ status, body }: ParsedResponse): Outcome => [status, body['error'] as string | undefined];
const invalid: Outcome = [400, 'invalid_request'];
const target: Outcome = [400, 'invalid_target'];
const scope: Outcome = [400, 'invalid_scope'];
const success: Outcome = [200, undefined];

/** Responses to a parameter that is missing, repeated, empty, 9,000 characters long, or has a NUL. */
const rows: readonly (readonly [string, Outcome, Outcome, Outcome, Outcome, Outcome])[] = [
  ['grant_type', invalid, invalid, invalid, [400, 'unsupported_grant_type'], [400, 'unsupported_grant_type']],
  ['subject_token', invalid, invalid, invalid, invalid, invalid],
  ['subject_token_type', invalid, invalid, invalid, invalid, invalid],
  ['requested_token_type', success, invalid, success, invalid, invalid],
  ['actor_token', success, invalid, success, invalid, invalid],
  ['actor_token_type', success, invalid, success, invalid, invalid],
  ['audience', success, invalid, success, invalid, target],
  ['resource', success, target, success, target, target],
  ['scope', success, invalid, success, scope, scope],
  ['client_id', invalid, invalid, invalid, invalid, invalid],
  ['client_secret', success, invalid, success, invalid, [401, 'invalid_client']],
  ['client_assertion', success, invalid, success, invalid, invalid],
  ['client_assertion_type', success, invalid, success, invalid, invalid],
  ['unknown', success, invalid, success, success, success],
];

test.each(rows)(
  'sso exchangeToken: %s missing, repeated, empty, oversized or unreadable in a token exchange gets its own error',
  async (name, ...expected) => {
    const changed = (...values: readonly string[]) => {
      const form = new URLSearchParams(valid);
      form.delete(name);
      for (const value of values) form.append(name, value);
      return form;
    };
    const sent = [changed(), changed('a', 'a'), changed(''), changed('x'.repeat(9_000)), changed('openid \0')];
    for (const [index, form] of sent.entries())
      expect(outcome(await sendExchange(provider, helper, form)), `form ${index}`).toEqual(expected[index]);
  },
);

test.each(['a/b', '..', '%00', '%2e%2e', 'x'.repeat(129), 'ä', ' '])(
  'sso revokeDelegation: the id %s is 400 or no route, and revokes nothing',
  async (id) => {
    const path = `/oauth/delegations/${id}`;
    const { href } = new URL(provider.url + path);
    const response = await fetch(href, { method: 'DELETE', headers: await agent.headers('DELETE', href) });
    expect([400, 404, 405]).toContain(response.status);
    await acceptDelegation(provider, helper, valid['subject_token'] ?? '');
  },
);

test.each(['GET /oauth/delegations', 'DELETE /oauth/delegations/some'])(
  'sso: %s without a token, and with a token without its key, is 401',
  async (operation) => {
    const [method = '', path = ''] = operation.split(' ');
    expect((await provider.send(method, path)).status).toBe(401);
    const headers = { authorization: `DPoP ${agent.accessToken}` };
    expect((await provider.send(method, path, { headers })).status).toBe(401);
  },
);
