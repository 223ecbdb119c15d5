import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Area, areas } from '../src/typed-contract/areas.ts';
import { guideBlocks } from './test-sdks/guide-blocks.ts';
import { isInstalled } from './command/run-program.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run test:sdks

Runs the commands of docs/guides/generate-an-sdk.md: generates SDKs from all four contracts with third-party tools,
compiles them, and runs contract-tests/sdks with them: the Go and Java SDKs sign in, post and send a test notification, those of Ruby
and PHP read the forum, and the Go and Python models accept responses with new members. Also builds the Java and Rust programs of
docs/guides/use-your-oidc-library.md, which sign in.

  npm run test:sdks               Spectral's OpenAPI rules, Go, TypeScript, the programs that sign in, and
                                  the forum for Kotlin, ogen, Ruby and PHP
  npm run test:sdks -- --long     Java, Python and Rust, and every area for all generators
  npm run test:sdks -- java rust  only these blocks of the guide

Generated code and tools are kept in the user's cache (XDG_CACHE_HOME), so that a second run downloads nothing.`);

const root = resolve(import.meta.dirname, '..');
const readBlocks = (page: string) => guideBlocks(readFileSync(join(root, 'docs/guides', page), 'utf8'));
/** Blocks of the programs that sign in, which belong to no area. */
const clientBlocks = readBlocks('use-your-oidc-library.md');
const guide = new Map([...readBlocks('generate-an-sdk.md'), ...clientBlocks]);

/** What a block needs, by name; a block without an entry needs nothing else. */
const programs: Readonly<Record<string, readonly string[]>> = {
  go: ['java', 'mvn', 'go'],
  java: ['java', 'mvn'],
  kotlin: ['java', 'mvn'],
  ogen: ['go'],
  php: ['java', 'mvn', 'php'],
  ruby: ['java', 'mvn', 'ruby'],
  python: ['java', 'mvn', 'python3'],
  rust: ['java', 'mvn', 'cargo'],
  'oapi-codegen': ['go'],
  nimbus: ['java', 'mvn'],
  openidconnect: ['cargo'],
};
const packages: Readonly<Record<string, string>> = {
  java: 'apt-get install openjdk-17-jdk-headless',
  mvn: 'apt-get install maven',
  go: 'apt-get install golang-go',
  python3: 'apt-get install python3 python3-venv',
  cargo: 'apt-get install cargo',
  php: 'apt-get install php-cli php-curl php-mbstring php-guzzlehttp-guzzle',
  ruby: 'apt-get install ruby ruby-typhoeus',
};
/** Generators that the short run tries on the forum only: compiling every area would double its time. */
const forumOnly = ['kotlin', 'ogen', 'ruby', 'php'];
const short = ['spectral', 'go', 'oapi-codegen', 'typescript', ...forumOnly, 'nimbus', 'openidconnect'];
const long = [...short, 'java', 'python', 'rust'];

function run(name: string, area?: string): void {
  const commands = guide.get(name);
  if (commands === undefined) throw new Error(`The pages of docs/guides have no block ${name}.`);
  const started = Date.now();
  const result = spawnSync('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PLATFORM: root, ...(area && { AREA: area }) },
  });
  const seconds = Math.round((Date.now() - started) / 1000);
  if (result.status !== 0) {
    console.error(`${name} ${area ?? ''} failed:\n${`${result.stdout}${result.stderr}`.slice(-4000)}`);
    process.exit(1);
  }
  console.log(`ok  ${name}${area === undefined ? '' : ` ${area}`} (${seconds} s)`);
}

const folder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'platform', 'sdks');
mkdirSync(folder, { recursive: true });

const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isLong = process.argv.includes('--long');
const wanted = named.length > 0 ? named : isLong ? long : short;
const areasOf = (name: string): readonly Area[] =>
  !isLong && named.length === 0 && forumOnly.includes(name) ? ['forum'] : areas;
const lacking = [...new Set(wanted.flatMap((name) => programs[name] ?? []))].filter((one) => !isInstalled(one));
if (lacking.length > 0) {
  console.error(`Generated SDKs need ${lacking.map((program) => `${program} (${packages[program]})`).join(', ')}.`);
  process.exit(1);
}
for (const area of areas) run('prepare', area);
if (wanted.some((name) => programs[name]?.includes('java') && !clientBlocks.has(name))) run('tools-openapi-generator');
for (const name of ['spectral', 'typescript', 'ogen']) if (wanted.includes(name)) run(`tools-${name}`);
for (const name of wanted) {
  if (clientBlocks.has(name)) run(name);
  else
    for (const area of areasOf(name)) {
      // Generators leave files of schemas that are gone, which do not compile beside the new ones.
      rmSync(join(folder, name, area), { recursive: true, force: true });
      run(name, area);
    }
}
const tested = wanted.filter(
  (name) => ['go', 'java', 'php', 'python', 'ruby'].includes(name) || clientBlocks.has(name),
);
if (tested.length > 0)
  execFileSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'contract-tests/sdks'], {
    cwd: root,
    stdio: 'inherit',
    // CI does not repeat failed files of this run: without SDKS a repetition would skip them.
    env: { ...process.env, FAILED_FILES: undefined, SDKS: folder, SDK_LANGUAGES: tested.join(' ') },
  });
