import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedPath } from './generated-sdks.ts';

/**
 * Builds a Go program that uses the generated modules as they are.
 *
 * @param areas whose modules the program imports
 * @returns path of the executable
 */
export function buildGoProgram(name: string, source: string, areas: readonly string[]): string {
  const folder = generatedPath(name);
  mkdirSync(folder, { recursive: true });
  const modules = areas.map(
    (area) => `require github.com/platform/${area} v0.0.0\nreplace github.com/platform/${area} => ../go/${area}\n`,
  );
  writeFileSync(join(folder, 'go.mod'), `module ${name}\n\ngo 1.23\n\n${modules.join('')}`);
  writeFileSync(join(folder, 'main.go'), source);
  execFileSync('go', ['mod', 'tidy'], { cwd: folder, stdio: 'pipe' });
  execFileSync('go', ['build', '-o', 'program', '.'], { cwd: folder, stdio: 'pipe' });
  return join(folder, 'program');
}
