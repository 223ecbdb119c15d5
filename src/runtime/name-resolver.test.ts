import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createNameResolver } from './name-resolver.ts';
import { NameNotResolvedError } from './outbound-target.ts';

const typeA = 1;

/** Starts a name server with IPv4 addresses by first label. It does not respond to queries for other names. */
async function nameServer(addresses: Readonly<Record<string, readonly number[]>>) {
  const queried: string[] = [];
  const server = createSocket('udp4').on('message', (query, from) => {
    // RFC 1035 §4.1: a header of 12 bytes; then the question: labels with their lengths, a zero, type and class.
    const name = query.subarray(13, 13 + (query[12] ?? 0)).toString();
    const type = query.indexOf(0, 12) + 2;
    queried.push(name);
    const address = addresses[name];
    if (address === undefined) return;
    const responses = query[type] === typeA ? [0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 60, 0, 4, ...address] : [];
    const header = [query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, responses.length > 0 ? 1 : 0, 0, 0, 0, 0];
    server.send(
      Buffer.concat([Buffer.from(header), query.subarray(12, type + 3), Buffer.from(responses)]),
      from.port,
      from.address,
    );
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { queried, servers: [`127.0.0.1:${server.address().port}`] };
}

const noHosts = '/dev/null';

test('name resolver: names whose servers do not respond do not delay another name', async () => {
  const { queried, servers } = await nameServer({ living: [93, 184, 216, 34] });
  const resolve = createNameResolver({ servers, hostsFile: noHosts, timeoutMs: 60_000 });
  const silent = Array.from({ length: 50 }, (_, index) => resolve(`silent${index}.example`).catch(() => undefined));
  await expect.poll(() => new Set(queried).size).toBe(50);
  expect(await Promise.race([resolve('living.example'), ...silent])).toEqual([{ address: '93.184.216.34', family: 4 }]);
});

test('name resolver: a look-up that exceeds the timeout fails', async () => {
  const { servers } = await nameServer({});
  const resolve = createNameResolver({ servers, hostsFile: noHosts, timeoutMs: 50 });
  await expect(resolve('silent.example')).rejects.toThrow(NameNotResolvedError);
});

test('name resolver: names of the hosts file cause no query', async () => {
  const { queried, servers } = await nameServer({});
  const directory = mkdtempSync(join(tmpdir(), 'hosts-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const hostsFile = join(directory, 'hosts');
  writeFileSync(hostsFile, '# 10.0.0.9 receiver\n10.0.0.7\tother Receiver.example # receiver2\n::1 receiver.example\n');
  const resolve = createNameResolver({ servers, hostsFile, timeoutMs: 50 });
  const both = [
    { address: '10.0.0.7', family: 4 },
    { address: '::1', family: 6 },
  ];
  expect(await resolve('receiver.example')).toEqual(both);
  expect(await resolve('RECEIVER.example.')).toEqual(both);
  expect(queried).toEqual([]);
  await expect(resolve('receiver2')).rejects.toThrow('receiver2 does not resolve');
});
