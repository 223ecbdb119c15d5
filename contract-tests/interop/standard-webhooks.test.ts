import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type ReceivedRequest, startReceiver } from '../fixtures/client/receiver.ts';
import { type NotificationsApp, startNotifications } from '../fixtures/notifications.ts';
import { pythonEnvironment } from './python-environment.ts';
import { useStarted } from '../fixtures/use-started.ts';

// The unmodified libraries of Standard Webhooks and Svix verify what a service with a shared secret sends.

const folder = join(import.meta.dirname, 'standard-webhooks');
const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'platform');

interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Verdicts of each library about one request. */
type Verdicts = Readonly<Record<string, boolean>>;
type Verify = (secret: string, requests: readonly SignedRequest[]) => readonly Verdicts[];

const runs = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore', cwd: folder, timeout: 300_000 }).status === 0;

const inProgram =
  (program: string, ...args: readonly string[]): Verify =>
  (secret, requests) => {
    const input = JSON.stringify({ secret, requests });
    const { stdout, stderr, status } = spawnSync(program, args, { input, encoding: 'utf8', cwd: folder });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  };

const accepts = (verify: () => unknown): boolean => {
  try {
    verify();
    return true;
  } catch {
    return false;
  }
};

const inNode: Verify = (secret, requests) =>
  requests.map(({ body, headers }) => ({
    standardwebhooks: accepts(() => new Webhook(secret).verify(body, headers)),
    svix: accepts(() => new SvixWebhook(secret).verify(body, headers)),
  }));

/** Returns the verifier in Python; undefined when Python or its packages cannot be installed. */
function inPython(): Verify | undefined {
  const python = pythonEnvironment();
  return 'python' in python ? inProgram(python.python, 'verify.py') : undefined;
}

/** Builds the verifier in Go. */
function inGo(): Verify | undefined {
  const go = ['go', '/usr/local/go/bin/go'].find((name) => runs(name, 'version'));
  const program = join(cache, 'standard-webhooks-go');
  return go && runs(go, 'build', '-o', program, 'verify.go') ? inProgram(program) : undefined;
}

/** Builds the verifier in Rust. */
function inRust(): Verify | undefined {
  const target = join(cache, 'standard-webhooks-rust');
  return runs('cargo', 'build', '--quiet', '--locked', '--target-dir', target)
    ? inProgram(join(target, 'debug', 'standard-webhooks-check'))
    : undefined;
}

mkdirSync(cache, { recursive: true });
const languages: readonly (readonly [string, Verify | undefined])[] = [
  ['npm', inNode],
  ['PyPI', inPython()],
  ['Go', inGo()],
  ['Rust', inRust()],
];

const service = useStarted(startNotifications);
const receiver = useStarted(startReceiver);
let app: NotificationsApp;
beforeAll(async () => {
  app = await service.app(receiver.url);
});

const sentNext = async (): Promise<SignedRequest> => {
  const count = receiver.received.length + 1;
  unwrap(await app.portal.testWebhook({ path: app }));
  const [request] = (await receiver.until(count)).slice(-1);
  return signedRequest(request);
};

function signedRequest(request: ReceivedRequest | undefined): SignedRequest {
  const header = (name: string) => [name, String(request?.headers[name])];
  const headers = Object.fromEntries(['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header));
  return { headers, body: String(request?.body) };
}

const newSecret = async () => unwrap(await app.portal.createWebhookSecret({ path: app })).secret;

test.each(languages)(
  'Standard Webhooks: the libraries of %s verify genuine events and no others, also while a secret is replaced',
  async (language, verify) => {
    if (verify === undefined) {
      console.warn(`Standard Webhooks: the libraries of ${language} are not installed.`);
      return;
    }
    const first = await newSecret();
    const genuine = await sentNext();
    const second = await newSecret();
    const replaced = await sentNext();
    unwrap(await app.portal.deleteWebhookSecret({ path: app }));
    const withoutSecret = await sentNext();
    const changed = { ...genuine, body: genuine.body.replace('delivered', 'clicked') };
    const old = { ...genuine, headers: { ...genuine.headers, 'webhook-timestamp': '1772357402' } };

    const every = (verdicts: Verdicts | undefined) => [...new Set(Object.values(verdicts ?? {}))];
    expect(verify(first, [genuine, replaced, changed, old, withoutSecret]).map(every)).toEqual([
      [true],
      [true],
      [false],
      [false],
      [false],
    ]);
    expect(verify(second, [genuine, replaced]).map(every)).toEqual([[false], [true]]);
  },
);
