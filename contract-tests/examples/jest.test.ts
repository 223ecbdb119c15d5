import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { installedNodes } from '../fixtures/cli/executables.ts';
import { installExample, packSdk } from '../fixtures/sdk-package.ts';
import { useStarted } from '../fixtures/use-started.ts';

const sdk = useStarted(packSdk);
let api: string;
beforeAll(async () => {
  api = await installExample(sdk, { example: 'express-api', as: 'jest' });
});

test.each([...installedNodes()])(
  'docs/examples: Jest runs the tests of the Express API on Node %s [S315]',
  async (_, node) => {
    const jest = join(api, 'node_modules/jest/bin/jest.js');
    const { stderr } = await promisify(execFile)(node, [jest, '--ci'], { cwd: api });
    expect(stderr).toMatch(/Tests: +4 passed, 4 total/);
  },
);
