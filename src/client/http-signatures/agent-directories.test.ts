import { expect, onTestFinished, test, vi } from 'vitest';
import {
  agentDirectory,
  agentKey,
  agentThumbprint,
  createAgentProvider,
  type DirectoryDifferences,
  provider,
  signedDirectory,
  strangerKey,
} from '../../../contract-tests/fixtures/protocol/signing-provider.ts';
import { createMemoryReplayStore } from '../dpop/replay-stores.ts';
import { directoryPath } from '../../protocol/web-bot-auth.ts';
import { signRequest } from './sign-request.ts';
import { createSignatureVerifier } from './signature-verifier.ts';

const start = 1_767_225_600;

function startVerifier() {
  let now = start;
  const directories = createAgentProvider(() => now);
  const { verify } = createSignatureVerifier({
    trustedDirectories: [provider],
    replayStore: createMemoryReplayStore({ now: () => now * 1000 }),
    fetch: directories.fetch,
    now: () => now * 1000,
  });
  const request = () =>
    signRequest(new Request('https://notes.example/'), {
      privateKey: agentKey.sign,
      publicJwk: agentKey.jwk,
      signatureAgent: agentDirectory,
      now: now * 1000,
    });
  return {
    directories,
    advance: (seconds: number) => void (now += seconds),
    /** Sends one request of the agent and returns `accepted` or the error code. */
    outcome: async () => {
      const result = await verify(await request());
      return result.ok ? 'accepted' : result.code;
    },
    now: () => now,
  };
}

test('Web Bot Auth: a directory is cached as long as its max-age, and requests at the same time read it once [S178]', async () => {
  const { directories, outcome, advance } = startVerifier();
  expect(await Promise.all([outcome(), outcome(), outcome()])).toEqual(['accepted', 'accepted', 'accepted']);
  expect(directories.requestedUrls).toEqual([agentDirectory, provider + directoryPath]);
  advance(4.9);
  expect(await outcome()).toBe('accepted');
  expect(directories.requestedUrls).toHaveLength(2);
  advance(0.1);
  expect(await outcome()).toBe('accepted');
  expect(directories.requestedUrls).toHaveLength(4);
});

test.each([
  ['max-age=1', 1],
  ['max-age=86400', 5],
  ['no-store, max-age=5', 0],
  ['public', 0],
])('Web Bot Auth: a directory with Cache-Control "%s" is cached for %i seconds', async (control, seconds) => {
  const { directories, outcome, advance, now } = startVerifier();
  directories.respondWith(agentDirectory, () => signedDirectory(now(), { headers: { 'cache-control': control } }));
  const reads = () => directories.requestedUrls.filter((url) => url === agentDirectory).length;
  await outcome();
  if (seconds > 0) {
    advance(seconds - 0.1);
    await outcome();
    expect(reads()).toBe(1);
    advance(0.1);
  }
  await outcome();
  expect(reads()).toBe(2);
});

test('RFC 9111 §4.2.3: the Age of a directory counts against its max-age', async () => {
  const { directories, outcome, now } = startVerifier();
  directories.respondWith(agentDirectory, () => signedDirectory(now(), { headers: { age: '5' } }));
  await outcome();
  await outcome();
  expect(directories.requestedUrls.filter((url) => url === agentDirectory)).toHaveLength(2);
});

test('Web Bot Auth: an agent that is revoked has no directory and is rejected within 5 seconds [S179]', async () => {
  const { directories, outcome, advance } = startVerifier();
  expect(await outcome()).toBe('accepted');
  directories.revoke();
  advance(5);
  expect(await outcome()).toBe('unknown_agent');
});

const differences: readonly (readonly [string, DirectoryDifferences])[] = [
  ['that another key signed', { signer: strangerKey }],
  ['that the agent signed', { signer: agentKey }],
  ['that is signed for another host', { authority: 'other.example' }],
  ['whose body was changed', { body: '{"keys":[]}' }],
  ['without a signature', { headers: { signature: '' } }],
  ['with the digest of other content', { headers: { 'content-digest': 'sha-256=:AA==:' } }],
  ['of another media type', { headers: { 'content-type': 'application/json' } }],
];

test.each(differences)('Web Bot Auth: a directory %s is not used [S178]', async (_, difference) => {
  const { directories, outcome, now } = startVerifier();
  directories.respondWith(agentDirectory, () => signedDirectory(now(), difference));
  expect(await outcome()).toBe('unavailable');
  directories.respondWith(agentDirectory, () => signedDirectory(now(), {}));
  expect(await outcome()).toBe('accepted');
});

test('Web Bot Auth: a directory whose signature has expired is not used, nor cached beyond its expiry [S178]', async () => {
  const { directories, outcome, advance } = startVerifier();
  directories.respondWith(agentDirectory, () => signedDirectory(start - 58, {}));
  expect(await outcome()).toBe('accepted');
  advance(2);
  expect(await outcome()).toBe('unavailable');
});

test('Web Bot Auth: a directory that lists only another key does not have the agent', async () => {
  const { directories, outcome, now } = startVerifier();
  directories.respondWith(agentDirectory, () => signedDirectory(now(), { lists: strangerKey }));
  expect(await outcome()).toBe('unknown_agent');
});

test.each(
  [301, 302, 303, 307, 308].flatMap((status) => [
    [status, 'agent', agentDirectory] as const,
    [status, 'provider', provider + directoryPath] as const,
  ]),
)('Web Bot Auth: a redirect (%i) of the directory of the %s is not followed', async (status, _whose, directory) => {
  const { directories, outcome } = startVerifier();
  const elsewhere = `https://elsewhere.example/agents/${agentThumbprint}`;
  directories.respondWith(directory, () => Response.redirect(elsewhere, status));
  expect(await outcome()).toBe('unavailable');
  expect(directories.requestedUrls).toContain(directory);
  expect(directories.requestedUrls).not.toContain(elsewhere);
});

test('Web Bot Auth: a directory above 64 KiB is not read to its end', async () => {
  const { directories, outcome, now } = startVerifier();
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 16_384;
      controller.enqueue(new Uint8Array(16_384));
    },
  });
  directories.respondWith(agentDirectory, async () => {
    const { headers } = await signedDirectory(now(), {});
    return new Response(endless, { headers });
  });
  expect(await outcome()).toBe('unavailable');
  expect(sent).toBeLessThan(200_000);
});

test('Web Bot Auth: a directory that does not respond within 5 seconds is 503 [S180]', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  onTestFinished(() => timeout.mockRestore());
  expect(await startVerifier().outcome()).toBe('unavailable');
  expect(timeout).toHaveBeenCalledWith(5_000);
});

test.each([500, 429])(
  'Web Bot Auth: a request whose directory responds %i gets 503, and the directory is fetched again [S180]',
  async (status) => {
    const { directories, outcome } = startVerifier();
    directories.respondWith(agentDirectory, () => new Response(null, { status }));
    expect(await outcome()).toBe('unavailable');
    expect(await outcome()).toBe('unavailable');
    expect(directories.requestedUrls).toHaveLength(2);
  },
);

test('Web Bot Auth: without the directory of the provider no agent is accepted', async () => {
  const { directories, outcome } = startVerifier();
  directories.respondWith(provider + directoryPath, () => new Response(null, { status: 404 }));
  expect(await outcome()).toBe('unavailable');
});
