import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Area } from '../../src/typed-contract/areas.ts';
import { freePort } from '../../src/runtime/start/ports.ts';

const program = resolve(import.meta.dirname, '../../scripts/mock.ts');

export interface Mock {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Runs the program of `npm run mock -- <area>`: Prism, which responds with the examples of the contract. */
export async function startMock(area: Area): Promise<Mock> {
  const port = await freePort();
  const child = spawn(process.execPath, [program, area, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  let log = '';
  await new Promise<void>((ready, fail) => {
    const read = (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('Prism is listening')) ready();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => fail(new Error(`Prism ended with exit code ${code}:\n${log}`)));
  });
  return {
    url: `http://localhost:${port}`,
    stop: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}
