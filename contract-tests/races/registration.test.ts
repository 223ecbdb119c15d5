import { beforeAll, expect } from 'vitest';
import { createSsoClient } from '../../generated/sso/client.ts';
import { deviceMiddleware } from '../../src/client/http/middleware.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { urlOf } from '../fixtures/identity.ts';
import { startPlatform } from '../fixtures/platform.ts';
import { race, startSecondProvider } from '../fixtures/race.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey } from '../fixtures/protocol/keys.ts';

// Two processes on one PostgreSQL. Each enrolment comes from a network of its own, so that none of them guesses too often.
const env = { REGISTRATION: 'invite', TRUSTED_PROXIES: '127.0.0.1/32, ::1/128' };
const first = useStarted(() => startPlatform({ services: ['sso'], env }));
const second = useStarted(() => startSecondProvider(first, env));
let urls: readonly [string, string];
beforeAll(() => {
  const issuer = urlOf(first, 'sso');
  const other = new URL(issuer);
  other.port = second.port;
  urls = [issuer, other.origin];
});

const admin = () => createSsoClient({ baseUrl: urls[0], headers: { authorization: `Bearer ${first.adminKey}` } });

let networks = 0;

/** Enrols a new key at one of the two processes; its proof names the provider's public address. */
async function enrol(process: number, invite: string): Promise<number> {
  const sent = urls[process % 2 === 0 ? 0 : 1];
  const client = createSsoClient({
    baseUrl: urls[0],
    headers: { 'x-forwarded-for': `203.0.113.${++networks}` },
    middleware: [deviceMiddleware({ keypair: newKey() })],
    fetch: (input, init) => {
      const request = new Request(input, init);
      return fetch(new Request(request.url.replace(urls[0], sent), request));
    },
  });
  const { status } = await client.createDevice({ body: { name: 'Phone', invite } });
  return status;
}

race('sso registration: of ten concurrent enrolments with one invite at two processes, one succeeds', async () => {
  for (let round = 0; round < 3; round += 1) {
    const before = unwrap(await admin().listOwners({ query: { limit: 100 } })).owners.length;
    const { id, code } = unwrap(await admin().createInvite({ body: {} }));
    const statuses = await Promise.all(Array.from({ length: 10 }, (_, index) => enrol(index, code)));
    expect(statuses.toSorted((one, other) => one - other)).toEqual([201, ...Array.from({ length: 9 }, () => 403)]);
    expect(unwrap(await admin().listOwners({ query: { limit: 100 } })).owners).toHaveLength(before + 1);
    const { invites } = unwrap(await admin().listInvites({ query: { limit: 100 } }));
    expect(invites.find((invite) => invite.id === id)?.status).toBe('used');
  }
});

race('sso registration: an invite that is revoked while it is used is either used or revoked', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, code } = unwrap(await admin().createInvite({ body: {} }));
    const [enrolled, revoked] = await Promise.all([
      enrol(round, code),
      admin().revokeInvite({ path: { inviteId: id } }),
    ]);
    expect([enrolled, unwrap(revoked).status]).toEqual(enrolled === 201 ? [201, 'used'] : [403, 'revoked']);
  }
});
