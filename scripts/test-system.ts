import { spawn, spawnSync } from 'node:child_process';
import { hasFakeTime } from '../contract-tests/fixtures/clock.ts';
import { findPostgres } from '../contract-tests/fixtures/postgres.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run test:system [-- path …]

Runs the tests that need a program of the system besides Node, after naming the programs
that are missing. Tests without their program are skipped.`);

const onPath = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

const programs: Readonly<Record<string, boolean>> = {
  PostgreSQL: findPostgres() !== undefined,
  libfaketime: hasFakeTime,
  Python: onPath('python3'),
  Go: onPath('go') || onPath('/usr/local/go/bin/go'),
  Redis: onPath('redis-server'),
  HAProxy: onPath('haproxy'),
  Caddy: onPath('caddy'),
  systemd: onPath('systemd-analyze'),
  curl: onPath('curl'),
};
const missing = Object.keys(programs).filter((name) => !programs[name]);
if (missing.length > 0) console.error(`Not installed, so that their tests are skipped: ${missing.join(', ')}.`);

const vitest = spawn('vitest', ['run', '--project', 'system', ...process.argv.slice(2)], { stdio: 'inherit' });
const code = await new Promise<number>((exit) => vitest.once('exit', (status) => exit(status ?? 1)));
process.exit(code);
