import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeSamples } from '../../src/api-reference/code-samples.ts';
import { type DocumentedOperation, readContract } from '../../src/api-reference/read-contract.ts';
import { requestCollection } from '../../src/api-reference/sample-request.ts';
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

const present = (program: string, ...options: string[]) =>
  run(program, options).then(
    () => true,
    () => false,
  );
const curl = await present('curl', '--version');
const python = await present('python3', '-c', 'import requests');
const go = await present('go', 'version');

/** Environment variables of the samples. Prism only checks that credentials are present. */
const environment = {
  ACCESS_TOKEN: 'token',
  SSO_ADMIN_KEY: 'key',
  DEVICE_PROOF: 'proof',
  OWNER_SESSION: 'session',
  SERVICE_TOKEN: 'token',
  NOTIFICATIONS_KEY: 'ank_1X0QTJNJZJSAW5NFS92B4ETQHN',
};
const secrets: ReadonlyMap<string, string> = new Map(Object.entries(environment));
const quietly = `curl() { command curl --silent --show-error --fail-with-body --write-out '\\n%{http_code}' "$@"; }`;

/** Replaces agent-id-auth, which has no bound key here. The toolkit's tests cover the real `header --raw`. */
const signer = `#!/bin/sh\nprintf 'Authorization: DPoP token\\nDPoP: proof\\n'\n`;

let programs: string;
beforeAll(async () => {
  programs = await mkdtemp(join(tmpdir(), 'programs-'));
  await writeFile(join(programs, 'agent-id-auth'), signer, { mode: 0o755 });
});
afterAll(() => rm(programs, { recursive: true, force: true }));

describe.each(contracts)('$area', ({ area, ...contract }) => {
  const { operations } = contract;
  let mock: Mock;
  let project: string;
  beforeAll(async () => {
    mock = await startMock(area);
    project = await mkdtemp(join(tmpdir(), 'samples-'));
    if (go) await buildGo(project, samplesOf('Go'));
  });
  afterAll(async () => {
    await mock.stop();
    await rm(project, { recursive: true, force: true });
  });

  const sampleOf = (operation: DocumentedOperation, lang: 'Shell' | 'Python' | 'Go'): string => {
    const samples = codeSamples(operation, { area, baseUrl: mock.url }).filter((sample) => sample.lang === lang);
    expect(samples).toHaveLength(1);
    return samples[0]?.source ?? '';
  };
  const samplesOf = (lang: 'Shell' | 'Python' | 'Go') =>
    operations.map((operation) => [operation.operationId, sampleOf(operation, lang)] as const);
  const env = () => ({ ...process.env, ...environment, PATH: `${programs}:${process.env['PATH']}` });
  const cases = operations.map((operation) => [operation.operationId, operation] as const);

  test('request collection: every request gets the first response of the contract', async () => {
    const { variable, item } = requestCollection(contract, mock.url);
    const values = new Map<string, string>(variable.map(({ key, value }) => [key, value]));
    const filled = (text: string) =>
      text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values.get(name) || (secrets.get(name) ?? 'proof'));
    const statuses = await Promise.all(
      item
        .flatMap((folder) => folder.item)
        .map(async ({ name, request }) => {
          const { method, header, body } = request;
          const response = await fetch(filled(request.url), {
            method,
            headers: header.map(({ key, value }): [string, string] => [key, filled(value)]),
            body:
              body === undefined
                ? null
                : (body.raw ?? new URLSearchParams(body.urlencoded?.map(({ key, value }) => [key, value]))),
            redirect: 'manual',
          });
          await response.body?.cancel();
          return [name, String(response.status)];
        }),
    );
    const expected = operations.map(({ summary, responses }) => [summary, responses[0]?.status]);
    expect(Object.fromEntries(statuses)).toEqual(Object.fromEntries(expected));
  });

  test.runIf(curl).each(cases)(
    'API reference: the curl sample of %s gets the first response of the contract',
    async (_operationId, operation) => {
      const source = sampleOf(operation, 'Shell');
      const { stdout } = await run('sh', ['-c', `${quietly}\n${source}`], { env: env() });
      expect(stdout.split('\n').at(-1)).toBe(operation.responses[0]?.status);
    },
  );

  test.runIf(python)('API reference: every Python sample gets the first response of the contract', async () => {
    const samples = join(project, 'samples.json');
    const sources = samplesOf('Python').map(([, source]) =>
      source.replace(/^for line in response[\s\S]*$/m, 'print(response.status_code)'),
    );
    await writeFile(samples, JSON.stringify(sources));
    const { stdout } = await run('python3', ['-c', runPythonSamples, samples], { env: env() });
    const statuses: readonly string[] = JSON.parse(stdout);
    expect(cases.map(([operationId], index) => `${operationId} ${statuses[index]}`)).toEqual(
      cases.map(([operationId, { responses }]) => `${operationId} ${responses[0]?.status}`),
    );
  });

  test.runIf(go)('API reference: every Go sample gets the first response of the contract', async () => {
    const statuses: string[] = [];
    for (const [operationId] of cases) {
      const { stdout } = await run(join(project, 'samples'), [operationId], { env: env() });
      statuses.push(`${operationId} ${stdout.slice(0, 3)}`);
    }
    expect(statuses).toEqual(cases.map(([operationId, { responses }]) => `${operationId} ${responses[0]?.status}`));
  });
});

/** Runs all samples in one interpreter, because starting one each would take minutes. */
const runPythonSamples = `
import contextlib, io, json, sys
statuses = []
for sample in json.load(open(sys.argv[1])):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(sample, 'sample', 'exec'), {'__name__': '__main__'})
    statuses.append(printed.getvalue()[:3])
print(json.dumps(statuses))
`;

/** Compiles all samples to one program, `samples <operationId>`, because linking one each would take minutes. */
async function buildGo(project: string, samples: readonly (readonly [name: string, source: string])[]): Promise<void> {
  for (const [name, source] of samples) {
    await mkdir(join(project, name));
    const imported = source.replace('package main', `package ${name}`).replace('func main()', 'func Main()');
    await writeFile(join(project, name, 'sample.go'), imported);
  }
  const names = samples.map(([name]) => name);
  await writeFile(join(project, 'go.mod'), 'module samples\n\ngo 1.24\n');
  await writeFile(
    join(project, 'main.go'),
    `package main

import (
\t"os"
${names.map((name) => `\t"samples/${name}"`).join('\n')}
)

func main() {
\tmap[string]func(){
${names.map((name) => `\t\t"${name}": ${name}.Main,`).join('\n')}
\t}[os.Args[1]]()
}
`,
  );
  await run('go', ['vet', './...'], { cwd: project });
  await run('go', ['build', '-o', 'samples', '.'], { cwd: project });
}
