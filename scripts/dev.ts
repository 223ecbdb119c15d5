import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run dev [-- service …]

The platform with watch. A change of specs/ writes generated/ again, a change of pages
builds them again, and a change of src/ or generated/ restarts the services. Arguments go to npm start.`);

const root = join(import.meta.dirname, '..');

/** Milliseconds without a further change before a task runs: editors write several files at once. */
const quietPeriod = 200;

/** Runs a script after changes below a folder, one run at a time; changes during a run cause one more. */
function rerunOnChange(folder: string, concerns: (path: string) => boolean, script: string): void {
  let timer: NodeJS.Timeout | undefined;
  let running: ChildProcess | undefined;
  let changed = false;
  const run = () => {
    if (running) return void (changed = true);
    changed = false;
    console.error(`dev: ${folder}/ changed, running ${script}`);
    running = spawn(process.execPath, [script], { cwd: root, stdio: 'inherit' });
    running.once('exit', () => {
      running = undefined;
      if (changed) run();
    });
  };
  watch(join(root, folder), { recursive: true }, (_event, path) => {
    if (path === null || !concerns(path)) return;
    clearTimeout(timer);
    timer = setTimeout(run, quietPeriod);
  });
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path);
rerunOnChange('specs', (path) => path.endsWith('.yaml'), 'scripts/generate.ts');
rerunOnChange(
  'src',
  (path) => /^(web|client|html|api-reference)\//.test(path) && !isTest(path),
  'scripts/build-web.ts',
);

const watched = ['src', 'generated'].flatMap((folder) => ['--watch-path', folder]);
const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', ...watched, 'src/main.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
server.once('exit', (code) => process.exit(code ?? 0));
