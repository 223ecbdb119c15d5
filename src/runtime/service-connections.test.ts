import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { pino } from 'pino';
import { noteEnvironment, noteService } from '../../contract-tests/fixtures/runtime/note-service.ts';
import { createService } from './create-service.ts';

test('service: a disconnect during the body is logged as info', async () => {
  let onLine = (_line: string) => {};
  const logged = new Promise<string>((resolve) => (onLine = resolve));
  const log = pino(
    {},
    { write: (line: string) => /request (?:rejected|failed)|disconnected/.test(line) && onLine(line) },
  );
  const listening = await createService(noteService, { ...noteEnvironment, log });
  try {
    const { port } = new URL(await listening.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect({ host: '127.0.0.1', port: Number(port) });
    socket.write(
      'POST /notes HTTP/1.1\r\nHost: a\r\nX-Key: k\r\nContent-Type: application/json\r\nContent-Length: 50\r\n' +
        'Expect: 100-continue\r\n\r\n{"text":',
    );
    // The service says that it reads.
    await once(socket, 'data');
    socket.destroy();
    expect(JSON.parse(await logged)).toMatchObject({ level: 30, msg: 'the client disconnected during the request' });
  } finally {
    await listening.close();
  }
});

test.each([
  ['of a declared length', 'Content-Length: 5000000', 'x'.repeat(5_000_000)],
  ['in chunks', 'Transfer-Encoding: chunked', `4c4b40\r\n${'x'.repeat(5_000_000)}\r\n0\r\n\r\n`],
])(
  'service: a body that is too large gets its response while it is still being sent: %s',
  async (_what, framing, body) => {
    const listening = await createService(noteService, noteEnvironment);
    try {
      const { port } = new URL(await listening.listen({ host: '127.0.0.1', port: 0 }));
      const socket = connect({ host: '127.0.0.1', port: Number(port) });
      const begun = body.slice(0, 5000);
      socket.write(
        `POST /notes HTTP/1.1\r\nHost: a\r\nX-Key: k\r\nContent-Type: application/json\r\n${framing}\r\n\r\n${begun}`,
      );
      const [response] = await once(socket, 'data');
      expect(String(response)).toMatch(/^HTTP\/1.1 413 /);
      // The rest is taken and dropped: the connection serves the next request, which a reset would have ended.
      socket.write(body.slice(5000));
      socket.write('GET /notes/abc HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
      expect(Buffer.concat(await socket.toArray()).toString()).toMatch(/^HTTP\/1.1 200 /);
    } finally {
      await listening.close();
    }
  },
);

test.each([
  ['a header without a colon', 'GET /notes/a HTTP/1.1\r\nhost localhost\r\n\r\n', 400, 'invalid'],
  [
    'two Content-Length headers',
    'POST /notes HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
    400,
    'invalid',
  ],
  [
    'headers that are too long',
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['a request that times out', '', 408, 'timed_out'],
])(
  'service: an unparsable request gets an error in the format of the contract: %s',
  async (_what, request, status, code) => {
    const listening = await createService(noteService, noteEnvironment);
    const { port } = new URL(await listening.listen({ host: '127.0.0.1', port: 0 }));
    // The error that Node emits after `requestTimeout`; the test does not wait for that time.
    const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    if (request === '') listening.server.once('connection', (at) => listening.server.emit('clientError', late, at));
    const socket = connect({ host: '127.0.0.1', port: Number(port) });
    socket.write(request);
    const response = Buffer.concat(await socket.toArray()).toString();
    const [head = '', body = ''] = response.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(body)).toEqual({ code, text: expect.any(String) });
    await listening.close();
  },
);
