import { connect as connectHttp2, type OutgoingHttpHeaders } from 'node:http2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { host } from './agent.ts';
import { field, possibleCases, type ProxiedService, seenBy, startProxiedService } from './proxied-service.ts';

describe.each(possibleCases)('$name, $language', (proxied) => {
  const { name } = proxied;
  let service: ProxiedService;
  beforeAll(async () => {
    service = await startProxiedService(proxied);
  });
  afterAll(() => service.stop());

  test.each([
    '//notes',
    '/notes//7',
    '/notes/../admin',
    '/notes/..%2fadmin',
    '/notes/%2e%2e/admin',
    '/notes/..;/admin',
    '/notes/.;/7',
    '/notes/7;v=1',
    '/notes%2f7',
    '/%6eotes/7',
    '/notes/%2561',
    '/notes/7%00',
    '/notes/%c0%ae',
    '/notes/a%5cb',
    '/./notes',
    '/admin/.',
    '/notes/7.',
    '/notes/%20',
  ])(
    `${name}: attack: the path %s is refused, or reaches the upstream as the path that was verified`,
    async (target) => {
      const headers = await service.agent
        .prove('GET', service.base + target)
        .catch(() => service.agent.prove('GET', `${service.base}/notes/7`));
      const response = await service.send({ target, headers });
      // Traefik decodes unreserved characters and removes dot segments before it asks.
      if (name === 'Traefik' && response.status === 200)
        expect(['/notes', '/notes/7']).toContain(seenBy(response).path);
      else expect([401, 403, 400]).toContain(response.status);
    },
  );

  test(`${name}: attack: an override of the method is refused, or does not reach the upstream`, async () => {
    for (const line of [
      ['X-HTTP-Method-Override', 'DELETE'],
      ['X-Method-Override', 'DELETE'],
      ['x-http-method', 'DELETE'],
      ['X-Original-URL', '/admin'],
      ['X-Rewrite-URL', '/admin'],
    ] as const) {
      const headers = [...(await service.agent.prove('POST', `${service.base}/notes`)), line];
      const response = await service.send({ method: 'POST', target: '/notes', headers, body: '' });
      if (response.status === 200) expect(field(seenBy(response), line[0])).toEqual([]);
      else expect([line, response.status]).toEqual([line, 403]);
    }
    const headers = await service.agent.prove('POST', `${service.base}/notes`);
    expect((await service.send({ method: 'POST', target: '/notes?_method=DELETE', headers, body: '' })).status).toBe(
      403,
    );
  });

  test(`${name}: attack: an absolute-form target or a second Host does not choose another route`, async () => {
    const proven = await service.agent.prove('GET', `${service.base}/notes`);
    for (const [target, authority] of [
      ['http://other.example/notes', `${host}:${service.port}`],
      [`https://${host}:${service.port}/admin`, `${host}:${service.port}`],
      ['/notes', 'other.example'],
      ['/notes', `${host}%3a${service.port}`],
      ['/notes', `${host}.:${service.port}`],
    ] as const) {
      const response = await service.send({ target, host: authority, headers: proven });
      // nginx removes the dot at the end of a host, for the gateway and for the upstream.
      if (response.body.includes('"headers"'))
        expect(field(seenBy(response), 'host')).toEqual([`${host}:${service.port}`]);
      else expect(response.status).not.toBe(101);
    }
    const twice = await service.send({ target: '/notes', headers: [['Host', 'other.example'], ...proven] });
    expect(twice.body).not.toContain('"headers"');
  });

  /** Sends a request over HTTP/2 with exactly these pseudo-headers and fields. */
  const sendHttp2 = (fields: Readonly<Record<string, string | readonly string[]>>) =>
    new Promise<{ readonly status: number; readonly body: string }>((resolve) => {
      const session = connectHttp2(`https://127.0.0.1:${service.port}`, {
        servername: host,
        rejectUnauthorized: false,
      });
      const end = (status: number, body: string) => {
        session.destroy();
        resolve({ status, body });
      };
      session.on('error', () => end(0, ''));
      try {
        const stream = session.request(fields as OutgoingHttpHeaders);
        let [status, body] = [0, ''];
        stream.on('response', (headers) => (status = Number(headers[':status'])));
        stream.on('data', (chunk: Buffer) => (body += chunk.toString()));
        stream.on('error', () => end(status, body));
        stream.on('end', () => end(status, body));
      } catch {
        end(0, '');
      }
    });

  test(`${name}: attack: HTTP/2 pseudo-headers are what is verified, and Host beside them chooses nothing`, async () => {
    const lines = (proven: readonly (readonly [string, string])[]) =>
      Object.fromEntries(proven.map(([field, value]) => [field.toLowerCase(), value]));
    const usual = { ':method': 'GET', ':path': '/notes', ':scheme': 'https', ':authority': `${host}:${service.port}` };
    const accepted = await sendHttp2({ ...usual, ...lines(await service.agent.prove('GET', `${service.base}/notes`)) });
    expect(accepted.status).toBe(200);
    for (const changed of [
      { ':path': '/admin' },
      { ':path': '//notes' },
      { ':path': 'https://notes.example/notes' },
      { ':path': 'https://notes.example/admin' },
      { ':path': '/notes/..%2fadmin' },
      { ':method': 'DELETE' },
      { ':authority': 'other.example' },
      { ':scheme': 'http', ':path': '/admin' },
      { 'x-agent-sub': 'forged', 'x-forwarded-uri': '/notes', ':path': '/admin' },
      { connection: 'x-agent-sub', ':path': '/admin' },
    ]) {
      const { status, body } = await sendHttp2({
        ...usual,
        ...lines(await service.agent.prove('GET', `${service.base}/notes`)),
        ...changed,
      });
      // Go reads an absolute `:path` as its path, for the gateway and for the upstream.
      if (body.includes('"headers"')) expect([changed, JSON.parse(body).path]).toEqual([changed, '/notes']);
      expect([changed, [0, 200, 400, 401, 403, 404, 421].includes(status)]).toEqual([changed, true]);
    }
    const beside = await sendHttp2({
      ...usual,
      ...lines(await service.agent.prove('GET', `${service.base}/notes`)),
      host: 'other.example',
    });
    if (beside.status === 200)
      expect(field(JSON.parse(beside.body), 'host')).toEqual(field(JSON.parse(accepted.body), 'host'));
  });

  test(`${name}: attack: a request for a WebSocket is refused`, async () => {
    const headers = [
      ...(await service.agent.prove('GET', `${service.base}/notes`)),
      ['Connection', 'Upgrade'],
      ['Upgrade', 'websocket'],
      ['Sec-WebSocket-Version', '13'],
      ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
    ] as const;
    const response = await service.send({ target: '/notes', headers });
    expect(response.status).not.toBe(101);
    if (response.status === 200) expect(field(seenBy(response), 'upgrade')).toEqual([]);
    else expect(response.status).toBe(403);
  });
});
