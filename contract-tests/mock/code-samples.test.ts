import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeSamples } from '../../src/api-reference/code-samples.ts';
import { readContract } from '../../src/api-reference/read-contract.ts';
import { compile } from '../fixtures/sdk-package.ts';
import { areas } from '../../src/typed-contract/areas.ts';
import { contractFile } from './contract.ts';
import { type Mock, startMock } from './prism.ts';

const root = resolve(import.meta.dirname, '..', '..');
const run = promisify(execFile);
const contracts = await Promise.all(
  areas.map(async (area) => ({ area, ...readContract(JSON.parse(await readFile(contractFile(area), 'utf8'))) })),
);

test('API reference: every TypeScript sample compiles against the SDK, all in one program', async () => {
  const project = await mkdtemp(join(tmpdir(), 'samples-'));
  try {
    const files: string[] = [];
    for (const { area, operations, server } of contracts) {
      await mkdir(join(project, area));
      for (const operation of operations) {
        const typescript = codeSamples(operation, { area, baseUrl: server }).filter(
          ({ lang }) => lang === 'TypeScript',
        );
        expect(typescript, operation.operationId).not.toEqual([]);
        for (const [index, { source }] of typescript.entries()) {
          const file = `${area}/${operation.operationId}-${index}.ts`;
          await writeFile(join(project, file), source);
          files.push(file);
        }
      }
    }
    const found = await compile(project, files, {
      target: 'es2024',
      lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      moduleDetection: 'force',
      allowImportingTsExtensions: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      paths: { '@platform/sdk/*': [join(root, 'src/client/entries/*.ts')] },
    });
    expect(found).toBe('');
  } finally {
    await rm(project, { recursive: true, force: true });
  }
});

const curl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);

/** Environment variables of the samples. Prism only checks that credentials are present. */
const environment = {
  ACCESS_TOKEN: 'token',
  SSO_ADMIN_KEY: 'key',
  DEVICE_PROOF: 'proof',
  OWNER_SESSION: 'session',
  SERVICE_TOKEN: 'token',
  NOTIFICATIONS_KEY: 'ank_1X0QTJNJZJSAW5NFS92B4ETQHN',
};
const quietly = `curl() { command curl --silent --show-error --fail-with-body --write-out '\\n%{http_code}' "$@"; }`;

/** Replaces agent-id-auth, which has no bound key here. The toolkit's tests cover the real `header --raw`. */
const signer = `#!/bin/sh\nprintf 'Authorization: DPoP token\\nDPoP: proof\\n'\n`;

let programs: string;
beforeAll(async () => {
  programs = await mkdtemp(join(tmpdir(), 'programs-'));
  await writeFile(join(programs, 'agent-id-auth'), signer, { mode: 0o755 });
});
afterAll(() => rm(programs, { recursive: true, force: true }));

describe.runIf(curl).each(contracts)('$area', ({ area, operations }) => {
  let mock: Mock;
  beforeAll(async () => {
    mock = await startMock(area);
  });
  afterAll(() => mock.stop());

  test.each(operations.map((operation) => [operation.operationId, operation] as const))(
    'API reference: the curl sample of %s gets the first response of the contract',
    async (_operationId, operation) => {
      const samples = codeSamples(operation, { area, baseUrl: mock.url }).filter(({ lang }) => lang === 'Shell');
      expect(samples).toHaveLength(1);
      const { stdout } = await run('sh', ['-c', `${quietly}\n${samples[0]?.source}`], {
        env: { ...environment, PATH: `${programs}:${process.env['PATH']}` },
      });
      expect(stdout.split('\n').at(-1)).toBe(operation.responses[0]?.status);
    },
  );
});
