import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serviceNames } from '../../src/composition/settings.ts';

const deploy = resolve(import.meta.dirname, '..', '..', 'deploy');
const missing = spawnSync('systemd-analyze', ['--version']).error !== undefined;
if (missing) console.warn('systemd-analyze is not installed: the unit files in deploy/ are not verified.');

describe.skipIf(missing)('systemd units', () => {
  test('systemd: the units of every service, of the migration and of the gateway are valid', () => {
    const directory = mkdtempSync(join(tmpdir(), 'units-'));
    try {
      const units = serviceNames.map((name) => join(directory, `platform@${name}.service`));
      for (const unit of units) copyFileSync(join(deploy, 'platform@.service'), unit);
      const migrate = join(directory, 'platform-migrate.service');
      copyFileSync(join(deploy, 'platform-migrate.service'), migrate);
      const gateway = join(directory, 'platform-gateway.service');
      copyFileSync(join(deploy, 'platform-gateway.service'), gateway);
      // Paths of an installation, which this machine lacks.
      const missingHere = /is not executable|Failed to (?:load environment files|prepare filename)/;
      const { stderr } = spawnSync('systemd-analyze', ['verify', ...units, migrate, gateway], { encoding: 'utf8' });
      const problems = stderr.split('\n').filter((line) => line.includes(directory) && !missingHere.test(line));
      expect(problems).toEqual([]);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  test.each(['platform@.service', 'platform-gateway.service'])(
    'systemd: %s gets at most 2.0 of 10 points of exposure',
    (unit) => {
      const report = execFileSync(
        'systemd-analyze',
        ['security', '--offline=true', '--threshold=20', '--no-pager', join(deploy, unit)],
        { encoding: 'utf8' },
      );
      expect(report).toMatch(/Overall exposure level for .*: [01]\.\d|2\.0/);
    },
  );
});

test('systemd: units run as the user that deploy/platform.sysusers.conf creates', () => {
  for (const name of ['platform@.service', 'platform-migrate.service', 'platform-gateway.service']) {
    const [, user = ''] = /^User=(\S+)/m.exec(readFileSync(join(deploy, name), 'utf8')) ?? [];
    expect(readFileSync(join(deploy, 'platform.sysusers.conf'), 'utf8')).toMatch(new RegExp(`^u ${user} `, 'm'));
  }
});
