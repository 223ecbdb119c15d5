import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { openChromium } from '../fixtures/chromium.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { artefacts, openMachine, type Running } from './machine.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/guides/first-hour.md'), 'utf8');

/** Commands of the page by their words; variables of earlier commands are kept in a file, as a terminal keeps them. */
const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text);
const block = (word: string): string => {
  const found = blocks.filter((text) => text.includes(word));
  if (found.length !== 1) throw new Error(`The page has ${found.length} blocks with ${word}.`);
  return found[0] ?? '';
};

test('first hour: the commands of the page lead from an empty folder to a sign-in, a webhook, a post and a verified commit', async () => {
  const machine = openMachine('24');
  for (const name of readdirSync(artefacts).filter((file) => /^platform-(?:cli|agent-id)-?.*\.tgz$/.test(file)))
    cpSync(join(artefacts, name), join(machine.folder, name));
  const places = { 4000: 'WEB', 4001: 'SSO', 4002: 'FORUM', 4003: 'BACKEND', 4004: 'NOTIFICATIONS', 3001: 'APP' };
  const ports = new Map(
    await Promise.all(Object.keys(places).map(async (port) => [port, String(await freePort())] as const)),
  );
  // The machine of the tests has other free ports than the page.
  const placed = (commands: string) =>
    commands.replace(/localhost:(\d{4})/g, (_all, port: string) => `localhost:${ports.get(port)}`);
  const env = {
    HOME: machine.folder,
    PORT: ports.get('3001') ?? '',
    LOG_LEVEL: 'warn',
    ...Object.fromEntries(Object.entries(places).map(([port, name]) => [`${name}_PORT`, ports.get(port) ?? ''])),
  };
  const terminal = 'set -a; [ ! -f .terminal ] || . ./.terminal';
  const keep = 'for name in client app key owner; do [ -z "${!name:-}" ] || echo "$name=${!name}"; done > .terminal';
  const type = async (word: string, more: Readonly<Record<string, string>> = {}) => {
    const variables = Object.entries(more).map(([name, value]) => `${name}='${value}'`);
    const commands = [terminal, ...variables, placed(block(word)), `cd "${machine.folder}"`, keep].join('\n');
    const ended = await machine.run(commands, { env });
    expect(ended, ended.stdout + ended.stderr).toMatchObject({ code: 0 });
    return ended.stdout;
  };
  const running: Running[] = [];
  const inTerminal = async (word: string, line: string | undefined) => {
    const started = await machine.start(
      `${terminal}\n${placed(block(word)).replace(/\b(npx|npm) /, 'exec $1 ')}`,
      line === undefined ? undefined : placed(line),
      { env },
    );
    running.push(started);
    return started;
  };
  const browser = await openChromium();
  try {
    const begun = performance.now();
    await type('npm init');
    await inTerminal('npx platform dev', 'ready');
    await type('platform login');

    await type('clients create');
    const application = await inTerminal('npm start', 'Open http://localhost:3001');
    const tab = await (await browser.newContext()).newPage();
    await tab.goto(placed('http://localhost:3001'));
    await tab.getByRole('button', { name: 'Sign in' }).click();
    const link = await tab.getByRole('link', { name: 'Open in the app' }).getAttribute('href');
    await machine.run(`link='${link}'\nnpx platform phone approve "$link"`, { env });
    await tab.getByLabel('New note').fill('A heron');
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByRole('listitem').getByText('A heron').waitFor();

    const listening = await inTerminal('--forward', undefined);
    await expect.poll(() => listening.output(), { timeout: 60_000 }).toContain('Forwarding to');
    await type('platform trigger');
    await expect.poll(() => application.output(), { timeout: 60_000 }).toMatch(/^ntf_test_\w+ delivered$/m);

    await type('agent-id-core init');
    const posts = await (await fetch(placed('http://localhost:4002/api/posts'))).text();
    expect(posts).toContain('Signed by my own key.');

    await type('hooks/pre-receive <<END');
    await type('agent-id-git commit');
    const refused = await machine.run(
      `cd work && git -c commit.gpgsign=false commit --quiet --allow-empty -m Unsigned && git push --quiet origin HEAD:main`,
      { env },
    );
    expect(refused.code).not.toBe(0);
    const log = await machine.run('git -C served.git log --format=%s main', { env });
    expect(log.stdout).toBe('Work of an agent with an owner\n');
    console.log(`The first hour took ${Math.round((performance.now() - begun) / 1000)} seconds.`);
  } finally {
    await browser.close();
    for (const one of running.toReversed()) await one.stop();
  }
});
