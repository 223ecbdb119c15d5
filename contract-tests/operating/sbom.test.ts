import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root, operatingPage } from '../fixtures/compose.ts';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly object[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));

test('SBOM: the command of the operating guide lists all packages, and runtime packages have licences', async () => {
  const command = /`npm (sbom [^`]*?) > sbom\.json`/.exec(operatingPage)?.[1] ?? '';
  const { stdout } = await promisify(execFile)('npm', command.split(' '), { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  const { components }: { readonly components: readonly Component[] } = JSON.parse(stdout);
  const listed = new Set(components.map(({ name, version }) => `${name} ${version}`));
  const { dependencies }: { readonly dependencies: Readonly<Record<string, string>> } = read('package.json');
  for (const [name, version] of Object.entries(dependencies)) expect(listed).toContain(`${name} ${version}`);

  // Runtime packages of the lockfile, without optional ones of other operating systems.
  const { packages }: { readonly packages: Readonly<Record<string, Pinned>> } = read('package-lock.json');
  const pinned = Object.entries(packages).flatMap(([path, { version, dev, optional }]) =>
    path === '' || dev || optional ? [] : [`${path.split('node_modules/').at(-1)} ${version}`],
  );
  expect(pinned.length).toBeGreaterThan(100);
  expect(pinned.filter((part) => !listed.has(part))).toEqual([]);

  const runs = components.filter(
    ({ properties = [] }) => !properties.some(({ name }) => name.endsWith(':development')),
  );
  expect(runs.filter(({ licenses = [] }) => licenses.length === 0).map(({ name }) => name)).toEqual([]);
});

/** Install scripts of dependencies, and why each is acceptable. */
const installScripts: Readonly<Record<string, string>> = {
  esbuild: 'installs the binary for the operating system',
  '@scarf/scarf': 'reports installations to the maker of the mock server; disabled in package.json',
};

test('installation: only the listed install scripts run, and none sends telemetry', () => {
  const { packages }: { readonly packages: Readonly<Record<string, Pinned>> } = read('package-lock.json');
  const running = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [path.split('node_modules/').at(-1)] : [],
  );
  expect(new Set(running)).toEqual(new Set(Object.keys(installScripts)));
  expect(read('package.json').scarfSettings).toEqual({ enabled: false });
});

interface Pinned {
  readonly version: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}
