import { hasFakeTime } from '../contract-tests/fixtures/clock.ts';
import { findPostgres } from '../contract-tests/fixtures/postgres.ts';
import { isInstalled, runProgram } from './command/run-program.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run test:system [-- path …]

Runs the tests that need a program of the system besides Node, after naming the programs
that are missing. Tests without their program are skipped.`);

const programs: Readonly<Record<string, boolean>> = {
  PostgreSQL: findPostgres() !== undefined,
  libfaketime: hasFakeTime,
  Python: isInstalled('python3'),
  Go: isInstalled('go') || isInstalled('/usr/local/go/bin/go'),
  Redis: isInstalled('redis-server'),
  HAProxy: isInstalled('haproxy'),
  Caddy: isInstalled('caddy'),
  systemd: isInstalled('systemd-analyze'),
  curl: isInstalled('curl'),
};
const missing = Object.keys(programs).filter((name) => !programs[name]);
if (missing.length > 0) console.error(`Not installed, so that their tests are skipped: ${missing.join(', ')}.`);

process.exit(await runProgram('vitest', ['run', '--project', 'system', ...process.argv.slice(2)]));
