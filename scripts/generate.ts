import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { areas } from '../src/typed-contract/areas.ts';
import { type BundledContract, declareRateLimits } from './generate/contract.ts';
import { writeManifest, writeMcpTools } from './generate/write-agent-files.ts';
import {
  writeClient,
  writeMessages,
  writeOperations,
  writeRoutes,
  writeSharedTypes,
  writeTypes,
} from './generate/write-types.ts';
import { writeTables } from './generate/write-tables.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run generate

Writes generated/ from specs/ and the migrations: per area the bundled contract, its types, its client and its tables.

  node scripts/generate.ts [area …]  write, all areas unless some are named
  node scripts/generate.ts --check   change nothing; exit 1 and name the files that would differ`);

const root = resolve(import.meta.dirname, '..');
const check = process.argv.includes('--check');
const named = areas.filter((area) => process.argv.includes(area));

/** Path from the root of the repository → text, of every generated file. */
async function generateAll(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const shared: object = parse(readFileSync(join(root, 'specs/shared/schemas.yaml'), 'utf8'));
  files.set('generated/shared/types.ts', await writeSharedTypes(shared));
  for (const [area, text] of await writeTables(named.length > 0 ? named : areas))
    files.set(`generated/${area}/tables.ts`, text);
  const workDir = await mkdtemp(join(tmpdir(), 'platform-contracts-'));
  try {
    for (const area of named.length > 0 ? named : areas) {
      const bundle = join(workDir, `${area}.json`);
      execFileSync('redocly', ['bundle', area, '--ext', 'json', '--output', bundle], {
        cwd: root,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      });
      const headers = join(root, 'specs/shared/headers.yaml');
      const text = JSON.stringify(declareRateLimits(JSON.parse(readFileSync(bundle, 'utf8')), headers), null, 2);
      writeFileSync(bundle, text);
      const contract: BundledContract = JSON.parse(text);
      files.set(`generated/${area}/spec.json`, `${text}\n`);
      const types = await writeTypes(pathToFileURL(bundle));
      files.set(`generated/${area}/types.ts`, types);
      files.set(`generated/${area}/messages.ts`, writeMessages(types, shared));
      files.set(`generated/${area}/operations.ts`, writeOperations(area, contract));
      files.set(`generated/${area}/routes.ts`, writeRoutes(contract));
      files.set(`generated/${area}/client.ts`, writeClient(area, contract));
      if (area === 'forum') {
        files.set(`generated/${area}/manifest.json`, writeManifest(contract));
        files.set(`generated/${area}/mcp-tools.json`, writeMcpTools(contract));
      }
    }
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
  return files;
}

const files = await generateAll();
const differing = [...files].filter(([name, text]) => {
  const path = join(root, name);
  return !existsSync(path) || readFileSync(path, 'utf8') !== text;
});

if (check) {
  if (differing.length > 0) {
    console.error(
      `Generated files do not match specs/ and the migrations: ${differing.map(([name]) => name).join(', ')}\nRun: npm run generate`,
    );
    process.exit(1);
  }
  console.log(`${files.size} generated files match specs/ and the migrations`);
} else {
  for (const [name, text] of differing) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  console.log(`${differing.length} of ${files.size} generated files written`);
}
