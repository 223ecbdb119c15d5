import type { ChildProcess } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { showHelp } from './command/show-help.ts';
import { startChild } from '../cli/platform/processes.ts';

showHelp(`Usage: npm run dev [-- service …]

The platform with watch. A change of specs/ writes generated/ again, a change of pages
builds them again, and a change of src/ or generated/ restarts the services. Arguments go to npm start.`);

const root = join(import.meta.dirname, '..');

/** Milliseconds without a further change before a task runs: editors write several files at once. */
const quietPeriod = 200;

let stopping = false;
const running = new Set<ChildProcess>();

/** Starts a program of this checkout; all of them end with this one. */
function start(args: readonly string[], ended: (code: number | null) => void): ChildProcess {
  const child = startChild(args, { cwd: root });
  running.add(child);
  child.once('exit', (code) => {
    running.delete(child);
    ended(code);
  });
  return child;
}

/** Calls a function after changes below a folder. */
function afterChange(folder: string, concerns: (path: string) => boolean, changed: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  watch(join(root, folder), { recursive: true }, (_event, path) => {
    if (path === null || !concerns(path)) return;
    clearTimeout(timer);
    timer = setTimeout(changed, quietPeriod);
  });
}

/** Runs a script after changes below a folder, one run at a time; changes during a run cause one more. */
function rerunOnChange(folder: string, concerns: (path: string) => boolean, script: string): void {
  let isRunning = false;
  let changed = false;
  const run = () => {
    if (stopping) return;
    if (isRunning) return void (changed = true);
    changed = false;
    isRunning = true;
    console.error(`dev: ${folder}/ changed, running ${script}`);
    start([script], () => {
      isRunning = false;
      if (changed) run();
    });
  };
  afterChange(folder, concerns, run);
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path);
rerunOnChange('specs', (path) => path.endsWith('.yaml'), 'scripts/generate.ts');
rerunOnChange(
  'src',
  (path) => /^(web|client|html|api-reference)\//.test(path) && !isTest(path),
  'scripts/build-web.ts',
);

let server: ChildProcess | undefined;
let exitCode = 0;
/** Starts the services. When they end by themselves, a change starts them again. */
function serve(): void {
  const child = start(['src/main.ts', ...process.argv.slice(2)], (code) => {
    server = undefined;
    exitCode = code ?? 1;
    if (!stopping) console.error(`dev: the services ended (${exitCode}); a change starts them again`);
  });
  server = child;
}
/** Ends the services as SIGTERM does, and starts them with the changed sources. */
function restart(): void {
  if (stopping) return;
  const before = server;
  if (!before) return serve();
  before.removeAllListeners('exit');
  before.once('exit', () => {
    running.delete(before);
    if (!stopping) serve();
    else if (running.size === 0) process.exit(0);
  });
  before.kill('SIGTERM');
}
for (const folder of ['src', 'generated']) afterChange(folder, (path) => !isTest(path), restart);
serve();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    stopping = true;
    if (running.size === 0) process.exit(exitCode);
    for (const child of running) {
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
      child.once('exit', () => {
        if (running.size === 0) process.exit(exitCode);
      });
    }
  });
