import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Ports to try. They are below the ephemeral ports, one of which an outgoing connection could take before the port is used,
 * and above 10080, the highest port that browsers and `fetch` refuse (Fetch Standard, "bad port").
 */
const range = [10_081, 32_768] as const;
const attempts = 100;

/** Each process starts at a random port and counts upwards, so that it returns no port twice before it is used. */
let next: number = randomInt(...range);

/** Finds a port on which no program listens. @throws Error when a hundred ports in a row are in use */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = next;
    next = port + 1 < range[1] ? port + 1 : range[0];
    if (await isFree(host, port)) return port;
  }
  throw new Error(`No free port was found on ${host}.`);
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => {
      if ('code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')) resolve(false);
      else reject(error);
    });
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

const notOwn = (host: string) =>
  `${host} is no address of this computer. Choose one of its own with the *HOST settings.`;

/** Why a server cannot listen, by the code of the error. */
const listenProblems: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} on ${host} is in use by another program. Choose another one with the *_PORT settings.`,
  EACCES: (_host, port) =>
    `Port ${port} needs the rights of an administrator. Choose one above 1023 with the *_PORT settings.`,
  EADDRNOTAVAIL: notOwn,
  ENOTFOUND: notOwn,
};

/** Listens on a port. @throws Error that names the setting when this computer does not allow it */
export async function listenOn(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const problem = listenProblems[code];
    if (problem === undefined) throw error;
    throw new Error(problem(host, port), { cause: error });
  }
}
