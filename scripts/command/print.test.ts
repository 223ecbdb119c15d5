import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestService, type TestService } from '../../contract-tests/fixtures/cli/test-service.ts';
import { RefusedError } from '../../src/typed-contract/client.ts';
import { print, printNote, printResult } from '../../cli/platform/print.ts';

const steering = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const hostile = 'x\u001b]0;owned\u0007\u202e\u009b2J\u2028y';
const hostileText = fc
  .array(
    fc.oneof(fc.constantFrom('\u001b[2J', '\u202e', '\u009b', '\r', '\b', '\u200b'), fc.string({ unit: 'grapheme' })),
  )
  .map((parts) => `${hostile}${parts.join('')}`);

const home = mkdtempSync(join(tmpdir(), 'print-'));
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.close();
  rmSync(home, { recursive: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = 0;
});

test('commands: neither results nor refusals nor notes with hostile text steer the terminal, and results stay JSON', async () => {
  const written: string[] = [];
  for (const stream of ['log', 'error'] as const)
    vi.spyOn(console, stream).mockImplementation((line) => written.push(line));
  await fc.assert(
    fc.asyncProperty(hostileText, async (text) => {
      written.length = 0;
      await printResult(async () => ({ name: text, [text]: [text] }));
      await printResult(() =>
        Promise.reject(
          new RefusedError({
            status: 400,
            body: { error: 'refused', error_description: text },
            headers: new Headers(),
          }),
        ),
      );
      await printResult(() => Promise.reject(new Error(text)));
      expect(written.map((line) => JSON.parse(line) as unknown)).toEqual([
        { ok: true, name: text, [text]: [text] },
        { ok: false, error: text, code: 'refused' },
        { ok: false, error: text },
      ]);
      print(text);
      printNote(text);
      expect(written).toHaveLength(5);
      for (const line of written) expect(line.replaceAll('\n', '')).not.toMatch(steering);
    }),
  );
});

const answer = JSON.stringify({ error: 'refused', error_description: hostile, name: hostile, providers: hostile });

test.each([
  ['phone', ['enroll']],
  ['phone', ['approve', 'deep-link']],
  ['provider', ['list']],
  ['admin', ['list']],
  ['webhooks', ['listen', '--key', 'ank_1', '--forward', 'http://127.0.0.1:9/hook']],
  ['check-ready', []],
])('%s %j: hostile responses steer no terminal', async (program, args) => {
  service.respond = (_request, response) => response.writeHead(401, { 'content-type': 'application/json' }).end(answer);
  const { port } = new URL(service.url);
  const link = `${service.url}/approve/${'r'.repeat(43)}`;
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '..', `${program}.ts`), ...args.map((arg) => (arg === 'deep-link' ? link : arg))],
    {
      cwd: home,
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        DATA_DIR: home,
        PHONE_DIR: home,
        SSO_BASE_URL: service.url,
        NOTIFICATIONS_BASE_URL: service.url,
        SSO_ADMIN_KEY: 'k'.repeat(43),
        ADMIN_PORT: port,
      },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect([code, output]).toEqual([1, expect.stringContaining('owned')]);
  expect(output.replaceAll('\n', '')).not.toMatch(steering);
});
