import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InMemoryTransport, type JSONRPCMessage } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanEnv, useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';
import { createAgentServer } from './serve.ts';
import { initializeResponse } from './initialize-response.ts';

const toolkit = useToolkit('agent-id-mcp');

/** Response of the protocol library to a message, as a line. */
async function libraryResponse(message: JSONRPCMessage): Promise<string> {
  const server = createAgentServer(
    { path: toolkit.scratch(), log: () => undefined, foreign: false, signer: undefined },
    {
      env: {},
      home: '/nonexistent',
      cwd: '/nonexistent',
      programDir: '/nonexistent',
      now: () => 0,
      randomBytes: (size) => Buffer.alloc(size),
      sleep: () => Promise.resolve(),
      log: () => undefined,
    },
  );
  const [client, ours] = InMemoryTransport.createLinkedPair();
  const response = new Promise<JSONRPCMessage>((resolve) => (client.onmessage = resolve));
  await server.connect(ours);
  await client.start();
  await client.send(message);
  const line = `${JSON.stringify(await response)}\n`;
  await server.close();
  return line;
}

const initialize = (params: unknown, id: unknown = 1) => ({ jsonrpc: '2.0', id, method: 'initialize', params });
const usual = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'client', version: '1' },
};

test.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07', '2026-07-28', '2099-01-01', ''])(
  'agent-id-mcp: its first response agrees on the revision that the library would: %j',
  async (protocolVersion) => {
    const message = initialize({ ...usual, protocolVersion });
    const early = initializeResponse(JSON.stringify(message));
    expect(early?.line).toBe(await libraryResponse(message as JSONRPCMessage));
  },
);

const name = fc.constantFrom('roots', 'sampling', 'elicitation', 'experimental', 'tasks', 'extensions', 'other');
const inner = fc.constantFrom('form', 'url', 'listChanged', 'applyDefaults', 'context', 'tools', 'requests', 'x');
const leaf = fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, fc.constantFrom(true, null, 'text', 1, []));
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof({ maxDepth: 3 }, leaf, fc.dictionary(inner, tie('tree'), { maxKeys: 2 })),
}));
const params = fc.record(
  {
    protocolVersion: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('2025-06-18', '2030-01-01') }, fc.constant(3)),
    capabilities: fc.oneof({ weight: 8, arbitrary: fc.dictionary(name, tree, { maxKeys: 3 }) }, leaf),
    clientInfo: fc.oneof(
      { weight: 6, arbitrary: fc.constant(usual.clientInfo) },
      fc.record({ name: fc.string(), version: fc.string(), title: fc.string(), icons: leaf }, { requiredKeys: [] }),
      leaf,
    ),
    _meta: fc.constantFrom({}, { progressToken: 1 }),
  },
  { requiredKeys: ['protocolVersion', 'capabilities', 'clientInfo'] },
);
const ids = fc.oneof(fc.integer(), fc.string());

test('agent-id-mcp: whatever it answers without the library, the library answers alike', async () => {
  await fc.assert(
    fc.asyncProperty(params, ids, async (generated, id) => {
      const text = JSON.stringify(initialize(generated, id));
      const response = initializeResponse(text);
      fc.pre(response !== undefined);
      expect(response?.id).toBe(id);
      expect(response?.line).toBe(await libraryResponse(JSON.parse(text) as JSONRPCMessage));
    }),
    { numRuns: 100 },
  );
});

test.each([
  '',
  'not JSON',
  '[]',
  JSON.stringify({ jsonrpc: '2.0', method: 'initialize', params: usual }),
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  JSON.stringify(initialize(usual, null)),
  JSON.stringify(initialize(usual, 1.5)),
  JSON.stringify(initialize({ ...usual, capabilities: { sampling: true } })),
  JSON.stringify(initialize({ ...usual, _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } })),
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"__proto__":{},"protocolVersion":"","capabilities":{},"clientInfo":{}}}',
])('agent-id-mcp: leaves to the library what is not plainly initialize: %s', (message) => {
  expect(initializeResponse(message)).toBeUndefined();
});

/** Writes chunks to the executable. @returns the messages that it wrote until `count` of them were read */
async function converse(
  chunks: readonly string[],
  count: number,
  program = toolkit.path('agent-id-mcp'),
): Promise<readonly unknown[]> {
  const home = toolkit.scratch();
  const child = spawn(process.execPath, [program], {
    env: { ...cleanEnv(home), AGENT_ID_STATE_DIR: home },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  for (const chunk of chunks) child.stdin.write(chunk);
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    text += String(chunk);
    if (text.split('\n').length > count) break;
  }
  child.stdin.end();
  child.kill();
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

const first = JSON.stringify(initialize(usual, 'a'));
const initialized = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
const ping = JSON.stringify({ jsonrpc: '2.0', id: 'b', method: 'ping' });
// An id may return after its response.
const list = JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'tools/list' });
const answers = [
  expect.objectContaining({ id: 'a', result: expect.objectContaining({ protocolVersion: '2025-11-25' }) }),
  { jsonrpc: '2.0', id: 'b', result: {} },
  expect.objectContaining({ id: 'a', result: expect.objectContaining({ tools: expect.any(Array) }) }),
];

test('agent-id-mcp: initialize is answered before the protocol library is loaded', async () => {
  const built = readFileSync(toolkit.path('agent-id-mcp'), 'utf8');
  const withoutLibrary = built.replace(
    /function serveScript\(\) \{\/\*[^]*?\*\/\}/,
    'function serveScript() {/*(() => ({ serve: () => new Promise(() => {}) }))*/}',
  );
  expect(withoutLibrary.length).toBeLessThan(built.length / 2);
  const program = join(toolkit.scratch(), 'cli.mjs');
  writeFileSync(program, withoutLibrary);
  expect(await converse([`${first}\n`], 1, program)).toEqual([answers[0]]);
});

test('agent-id-mcp: requests that arrive with initialize are answered after it, each once', async () => {
  expect(await converse([`${[first, initialized, ping, list].join('\n')}\n`], 3)).toEqual(answers);
});

test('agent-id-mcp: a connection that begins otherwise is served by the library alone', async () => {
  expect(await converse([`not JSON\n${first}\n${initialized}\n${ping}\n${list}\n`], 3)).toEqual(answers);
  const wrong = JSON.stringify(initialize({ ...usual, capabilities: true }, 'a'));
  expect(await converse([`${wrong}\n`], 1)).toMatchObject([{ id: 'a', error: { code: expect.any(Number) } }]);
});
