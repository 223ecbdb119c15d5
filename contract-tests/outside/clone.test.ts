import { expect, test } from 'vitest';
import { openMachine, repository } from './machine.ts';

const clone = `git clone --quiet ${repository} platform`;

test('clone: npm ci --omit=dev on Node 20 succeeds without warnings, says what it did not build, and npm start works', async () => {
  const machine = openMachine('20');
  expect(await machine.run(clone)).toMatchObject({ code: 0 });
  const cwd = 'platform';
  const installed = await machine.run('npm ci --omit=dev', { cwd });
  expect(installed, installed.stderr).toMatchObject({ code: 0 });
  expect(installed.stdout + installed.stderr).not.toContain('npm warn');
  expect(installed.stderr).toBe(
    'Not built, because development dependencies are not installed: the executables of the toolkit, the scripts of web pages. Run `npm ci`, or use a release, which contains them.\n',
  );
  const env = { SSO_PORT: '0', FORUM_PORT: '0', BACKEND_PORT: '0', NOTIFICATIONS_PORT: '0', WEB_PORT: '0' };
  const platform = await machine.start('exec npm start', 'ready', { cwd, env });
  expect(await platform.stop(), platform.output()).toBe(0);
});

test('clone: without a fitting Node, npm ci ends with one line that says what to install', async () => {
  const machine = openMachine('20');
  expect(await machine.run(clone)).toMatchObject({ code: 0 });
  const { code, stderr } = await machine.run('npm ci --omit=dev --omit=optional', { cwd: 'platform' });
  expect(code).not.toBe(0);
  expect(stderr.split('\n')[0]).toMatch(/^The source code needs Node 24\.18 or later, and this is 20\./);
});
