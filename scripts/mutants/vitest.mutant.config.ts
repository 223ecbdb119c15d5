import { defineConfig } from 'vitest/config';
import { applyMutant, type Mutant } from './mutations.ts';

/** The file to mutate and its mutant, as `run-mutants.ts` passes them. */
const { path, mutant } = JSON.parse(process.env['MUTANT'] ?? '{}') as {
  readonly path?: string;
  readonly mutant?: Mutant;
};

/** Runs tests while one source file is mutated in memory. */
export default defineConfig({
  plugins: [
    {
      name: 'mutate',
      enforce: 'pre',
      transform: (code, id) =>
        mutant !== undefined && id.split('?')[0] === path ? applyMutant(code, mutant) : undefined,
    },
  ],
  // The cache of transformed modules would keep a mutant for the next run.
  test: {
    fsModuleCache: false,
    bail: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    passWithNoTests: true,
    reporters: ['dot'],
  },
});
