import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import type * as dpopProof from './dpop-proof.ts';
import { signDpopProof } from './dpop-proof.ts';
import { htm, htu } from '../../contract-tests/fixtures/protocol/request-defects.ts';
import { agent, now } from '../../contract-tests/fixtures/protocol/signing-provider.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const modules = readdirSync(folder).filter((name) => /^[a-z0-9-]+\.ts$/.test(name));

interface Bundle {
  readonly code: string;
  readonly inputs: readonly string[];
}

async function bundle(contents: string, platform: 'browser' | 'node'): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform,
    logLevel: 'silent',
  });
  return { code: outputFiles.map(({ text }) => text).join(''), inputs: Object.keys(metafile.inputs) };
}

test('src/protocol: every module bundles for browsers without Node modules', async () => {
  expect(modules).toContain('dpop-request.ts');
  // For a browser esbuild fails on any import of a module of Node.
  const { inputs } = await bundle(
    modules
      .map((name) => `import * as _ from './${name}'; export { _ };`.replaceAll('_', name.replace(/\W/g, '_')))
      .join('\n'),
    'browser',
  );
  expect(inputs.filter((path) => path.endsWith('.node.ts'))).toEqual([]);
});

test.each(modules)('src/protocol: %s uses no Node globals or modules', (name) => {
  expect(readFileSync(`${folder}/${name}`, 'utf8')).not.toMatch(/['"]node:|\bBuffer\b|\bprocess\./);
});

test('src/protocol: the browser bundle and the Node build give the same results', async () => {
  const { code } = await bundle(`export { verifyDpopProof } from './dpop-proof.ts';`, 'browser');
  const { verifyDpopProof }: Pick<typeof dpopProof, 'verifyDpopProof'> = await import(
    `data:text/javascript,${encodeURIComponent(code)}`
  );
  const proof = await signDpopProof({ htm, htu, jwk: agent.jwk, sign: agent.sign, now, jti: 'j' });
  const other = await signDpopProof({ htm, htu, jwk: agent.jwk, sign: () => new Uint8Array(64), now, jti: 'j' });
  expect(verifyDpopProof({ proof, htm, htu, now })).toMatchObject({ jti: 'j', jwk: agent.jwk });
  expect(() => verifyDpopProof({ proof: other, htm, htu, now })).toThrow(
    expect.objectContaining({ code: 'bad_proof_signature' }),
  );
});

test('src/protocol: creating a proof does not load an elliptic curve implementation', async () => {
  const { code } = await bundle(`export { signDpopProof } from './dpop-proof.ts';`, 'node');
  expect(code).toContain('dpop+jwt');
  expect(code.length).toBeLessThan(6000);
});
