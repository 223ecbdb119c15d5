import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Mutant, mutantsOf } from './mutations.ts';

export interface MutantResult {
  readonly file: string;
  readonly mutant: Mutant;
  readonly killed: boolean;
}

export interface MutantRunOptions {
  /** Selects which mutants of the file run. */
  readonly select: (mutants: readonly Mutant[]) => readonly Mutant[];
  readonly report: (result: MutantResult) => void;
}

/**
 * Runs the tests of the file's folder or area once per mutant, each in a process of its own. A mutant is killed when a
 * test that imports the file fails, or when the run takes longer than five minutes.
 *
 * @throws Error when the tests fail without a mutant
 */
export async function runMutants(file: string, { select, report }: MutantRunOptions): Promise<readonly MutantResult[]> {
  if (!(await passes(file, undefined))) throw new Error(`Tests of ${file} fail without a mutant.`);
  const results: MutantResult[] = [];
  for (const mutant of select(mutantsOf(readFileSync(file, 'utf8'), file))) {
    const result = { file, mutant, killed: !(await passes(file, mutant)) };
    report(result);
    results.push(result);
  }
  return results;
}

/** Runs the file's own test first, which is the fastest to notice a mutant, then the other tests that import the file. */
async function passes(file: string, mutant: Mutant | undefined): Promise<boolean> {
  const ownTest = file.replace(/\.ts$/, '.test.ts');
  if (existsSync(ownTest) && !(await runVitest(['run', ownTest], file, mutant))) return false;
  return runVitest(['related', '--run', file, '--dir', testFolder(file)], file, mutant);
}

/** The folder of the tests of a file: src/protocol, or the area of a handler. */
const testFolder = (file: string): string => file.split('/').slice(0, 2).join('/');

/** Milliseconds. */
const timeout = 300_000;

function runVitest(args: readonly string[], file: string, mutant: Mutant | undefined): Promise<boolean> {
  const config = resolve(import.meta.dirname, 'vitest.mutant.config.ts');
  return new Promise((done, reject) => {
    const child = spawn('vitest', [...args, '--config', config, '--root', process.cwd()], {
      stdio: 'ignore',
      timeout,
      env: { ...process.env, MUTANT: JSON.stringify({ path: resolve(file), mutant }) },
    });
    child.on('error', reject);
    child.on('exit', (code) => done(code === 0));
  });
}
