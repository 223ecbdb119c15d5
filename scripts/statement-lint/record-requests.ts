import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import pg from 'pg';
import { senderOf } from './sender.ts';

/**
 * Records which request path or job sends which statement, in a process that imports this module before others: each pair once,
 * in a file of the process in the folder of RECORDED_REQUESTS. A service is not changed by it, and pays nothing.
 */
const folder = process.env['RECORDED_REQUESTS'];

if (folder !== undefined) {
  // A job is known by the functions that wait for its statement.
  Error.stackTraceLimit = 60;
  const paths = new AsyncLocalStorage<string>();
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { readonly fastify: FastifyInstance };
    const inPath = ({ method, routeOptions }: FastifyRequest, _reply: unknown, done: () => void) =>
      paths.run(`${method} ${routeOptions.url ?? '*'}`, done);
    // Authentication is part of a request. What follows the body runs in the context of the socket.
    fastify.addHook('onRequest', inPath);
    fastify.addHook('preValidation', inPath);
  });

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
      const line = JSON.stringify({ path: paths.getStore() ?? senderOf(new Error().stack ?? ''), statement: text });
      if (!recorded.has(line)) {
        recorded.add(line);
        appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`);
      }
      return Reflect.apply(query, this, sent);
    },
  });
}
