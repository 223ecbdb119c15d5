import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { host } from './agent.ts';
import { possibleCases, type ProxiedService, startProxiedService } from './proxied-service.ts';
import type { HeaderLine } from './raw-request.ts';

/** What a broken gateway writes. */
const brokenResponses = ['', 'HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n', 'ready\r\n'];

describe.each(possibleCases)('$name, $language', (proxied) => {
  const { name } = proxied;
  /** Traefik cannot respond 403 for a gateway that it does not reach. */
  const refused = name === 'Traefik' ? 500 : 403;
  let service: ProxiedService;
  beforeAll(async () => {
    service = await startProxiedService(proxied);
  });
  afterAll(() => service.stop());

  /** Requests that pass while the gateway responds, and one that never does. */
  const requests = async () => {
    const forged: HeaderLine = ['X-Agent-Sub', 'forged'];
    return [
      { target: '/notes', headers: await service.agent.prove('GET', `${service.base}/notes`) },
      {
        target: '/notes',
        method: 'POST',
        body: 'x',
        headers: await service.agent.prove('POST', `${service.base}/notes`),
      },
      { target: '/notes', headers: [forged] },
    ] as const;
  };

  test(`${name}: attack: while the gateway does not respond, the client gets 403 and the upstream nothing`, async () => {
    const before = await service.received();
    process.kill(service.gateway.child.pid(), 'SIGSTOP');
    try {
      const [request] = await requests();
      // Traefik waits 30 seconds for it, longer than the client of this test.
      expect((await service.send(request)).status).toBe(name === 'Traefik' ? 0 : 403);
      expect(await service.received()).toEqual(before);
    } finally {
      process.kill(service.gateway.child.pid(), 'SIGCONT');
    }
  });

  test(`${name}: attack: a gateway that closes connections, responds 500 or does not speak HTTP lets nothing through`, async () => {
    let bytes = '';
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(bytes));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const other = await service.startOther((text) => text, (server.address() as AddressInfo).port);
    try {
      const before = await service.received();
      const authority = `${host}:${service.otherPort}`;
      for (bytes of brokenResponses) {
        const headers = await service.agent.prove('GET', `https://${authority}/notes`);
        const { status } = await service.send({ target: '/notes', port: service.otherPort, host: authority, headers });
        // Caddy and Traefik pass a 500 of the gateway on; ours has none.
        expect([bytes, status]).toEqual([bytes, bytes.includes('500') ? expect.any(Number) : refused]);
        expect(status).toBeGreaterThanOrEqual(400);
      }
      expect(await service.received()).toEqual(before);
    } finally {
      await other.stop();
      server.close();
    }
  });

  test(`${name}: attack: a gateway that has ended lets nothing through, and everything again when it is back`, async () => {
    const [get, post] = await requests();
    expect([(await service.send(get)).status, (await service.send(post)).status]).toEqual([200, 200]);
    const before = await service.received();
    await service.gateway.child.end('SIGKILL');
    for (const request of await requests())
      expect([request, (await service.send(request)).status]).toEqual([request, refused]);
    expect(await service.received()).toEqual(before);
    await service.restartGateway();
    const [again] = await requests();
    expect((await service.send(again)).status).toBe(200);
    expect(await service.received()).toHaveLength(before.length + 1);
  });
});
