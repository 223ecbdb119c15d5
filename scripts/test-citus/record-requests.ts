import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/**
 * Records which request path sends which statement, in a process that imports this module before others: each pair once, in
 * a file of the process in the folder of RECORDED_REQUESTS. A service is not changed by it, and pays nothing.
 */
const folder = process.env['RECORDED_REQUESTS'];

interface HandledRequest {
  readonly route: { readonly method: string; readonly url: string };
}

if (folder !== undefined) {
  const paths = new AsyncLocalStorage<string>();
  tracingChannel<unknown, HandledRequest>('fastify.request.handler').start.bindStore(
    paths,
    ({ route }) => `${route.method} ${route.url}`,
  );
  const recorded = new Set<string>();
  const query: (...sent: readonly unknown[]) => unknown = Object.getOwnPropertyDescriptor(
    pg.Client.prototype,
    'query',
  )?.value;
  Object.defineProperty(pg.Client.prototype, 'query', {
    value(this: pg.Client, ...sent: unknown[]): unknown {
      const [statement] = sent;
      const text =
        typeof statement === 'object' && statement !== null && 'text' in statement ? statement.text : statement;
      const line = JSON.stringify({ path: paths.getStore() ?? 'in the background', statement: text });
      if (!recorded.has(line)) {
        recorded.add(line);
        appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`);
      }
      return Reflect.apply(query, this, sent);
    },
  });
}
