import { readFileSync, writeFileSync } from 'node:fs';
import { resolve, relative } from 'node:path';
import { showHelp } from './command/show-help.ts';
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { randomUUID } from 'node:crypto';
import { bindAgent, urlOf } from '../contract-tests/fixtures/identity.ts';
import { startNotifications } from '../contract-tests/fixtures/notifications.ts';
import { deletePlatformData, demoProvider, startPlatform } from '../contract-tests/fixtures/platform.ts';
import { unwrap } from '../src/typed-contract/client.ts';

/** A request that can be sent again and again; each time it is prepared first. */
interface FollowedRequest {
  readonly name: string;
  readonly prepare: () => Promise<() => Promise<Response>>;
}

/** Starts the services inside this process, and prepares the three requests of docs/follow-one-request.md. */
async function prepareRequests(): Promise<{
  readonly requests: readonly FollowedRequest[];
  readonly stop: () => Promise<void>;
}> {
  const platform = await startPlatform({ services: ['sso', 'forum'] });
  const agent = await bindAgent(platform);
  unwrap(await agent.forum.createForum({ body: { name: 'field-notes', description: 'What agents see and do' } }));
  const notifications = await startNotifications();
  const app = await notifications.app();
  const posts = `${urlOf(platform, 'forum')}/api/posts`;
  const token = `${urlOf(platform, 'sso')}/oauth/token`;
  const json = { 'content-type': 'application/json' };
  let { refreshToken } = agent;
  return {
    requests: [
      {
        name: 'createPost',
        prepare: async () => {
          const headers = { ...json, ...(await agent.headers('POST', posts)) };
          const body = JSON.stringify({ title: 'Hello', body: `Signed ${randomUUID()}.`, forum: 'field-notes' });
          return () => fetch(posts, { method: 'POST', headers, body });
        },
      },
      {
        name: 'exchangeToken',
        prepare: async () => {
          const { dpop } = await agent.headers('POST', token);
          const grant = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: demoProvider };
          return async () => {
            const response = await fetch(token, {
              method: 'POST',
              headers: { dpop },
              body: new URLSearchParams(grant),
            });
            const tokens: { readonly refresh_token?: string } = await response.clone().json();
            refreshToken = tokens.refresh_token ?? refreshToken;
            return response;
          };
        },
      },
      {
        name: 'sendNotification',
        prepare: async () => {
          const { sub } = await notifications.recipient(app.appId);
          const headers = { ...json, 'x-platform-notifications-key': app.key, 'idempotency-key': randomUUID() };
          const body = JSON.stringify({ sessionAddress: sub, body: 'Your flat white is ready.' });
          return () => fetch(`${notifications.url}/api/v1/notifications/send`, { method: 'POST', headers, body });
        },
      },
    ],
    stop: async () => {
      await notifications.stop();
      await platform.stop();
      await deletePlatformData(platform);
    },
  };
}

/** A function that a request entered. */
interface ExecutedFunction {
  /** Path from the root of the repository. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Empty for a function without a name. */
  readonly name: string;
}

const root = resolve(import.meta.dirname, '..');

/** Sends each request until it is warm, then once more, and lists the functions of `src` that it entered. */
async function followRequest({ name, prepare }: FollowedRequest): Promise<readonly ExecutedFunction[]> {
  for (let round = 0; round < 2; round++) await (await prepare())();
  const send = await prepare();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  // Clears the counts of what ran before.
  await session.post('Profiler.takePreciseCoverage');
  const response = await send();
  await response.arrayBuffer();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  if (!response.ok) throw new Error(`${name} responded ${response.status}.`);
  return result.flatMap(({ url, functions }) => {
    const file = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : '';
    if (!file.startsWith('src/')) return [];
    const text = readFileSync(resolve(root, file), 'utf8');
    return functions
      .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
      .map(({ functionName, ranges }) => ({
        file,
        // Node removes types by blanks, so that offsets stay those of the file.
        line: text.slice(0, ranges[0]?.startOffset).split('\n').length,
        name: functionName,
      }));
  });
}

showHelp(`Usage: npm run follow -- [createPost | exchangeToken | sendNotification]

Sends a request to services inside this process and prints every function of src that it entered.

  --check   compare the tables of docs/follow-one-request.md with it; exit 1 when they differ
  --write   renew the line numbers of that page`);

process.env['TEST_IN_PROCESS'] = 'memory';
const page = resolve(import.meta.dirname, '..', 'docs', 'follow-one-request.md');
const args = process.argv.slice(2);
const named = args.filter((arg) => !arg.startsWith('--'));
const comparing = args.includes('--check') || args.includes('--write');

/** A row of the page: `| [src/a.ts:1](../src/a.ts) | name | … |`. */
const row = /^\| \[(src\/[^\]:]+):(\d+)\]\([^)]+\) \| `([\w/-]+)` \|/;

const { requests, stop } = await prepareRequests();
const followed = new Map<string, readonly ExecutedFunction[]>();
for (const request of requests)
  if (comparing || named.length === 0 || named.includes(request.name))
    followed.set(request.name, await followRequest(request));
await stop();

if (comparing) comparePage();
else for (const [name, functions] of followed) printFunctions(name, functions);
// Timers of the embedded database would keep the process alive.
process.exit();

function printFunctions(name: string, functions: readonly ExecutedFunction[]): void {
  const files = [...new Set(functions.map(({ file }) => file))].toSorted();
  console.log(`${name}: ${functions.length} functions of ${files.length} files`);
  for (const file of files) {
    const names = functions.filter((one) => one.file === file && one.name !== '');
    console.log(`  ${file}  ${names.map((one) => `${one.name}:${one.line}`).join(' ')}`);
  }
}

function comparePage(): void {
  const text = readFileSync(page, 'utf8');
  let functions: readonly ExecutedFunction[] = [];
  const problems: string[] = [];
  const lines = text.split('\n').map((line) => {
    const heading = /^## `(\w+)`/.exec(line)?.[1];
    if (heading !== undefined) functions = followed.get(heading) ?? [];
    const [, file = '', at, name] = row.exec(line) ?? [];
    if (name === undefined) return line;
    const entered = functions.find((one) => one.file === file && one.name === name);
    if (entered === undefined) problems.push(`The request enters no function ${name} of ${file}.`);
    else if (String(entered.line) !== at) {
      if (args.includes('--check')) problems.push(`${name} of ${file} stands in line ${entered.line}, not ${at}.`);
      return line.replace(`${file}:${at}]`, `${file}:${entered.line}]`);
    }
    return line;
  });
  if (args.includes('--write')) writeFileSync(page, lines.join('\n'));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) {
    console.error('Renew docs/follow-one-request.md: node scripts/follow-request.ts --write');
    process.exitCode = 1;
  }
}
