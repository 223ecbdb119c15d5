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

/** Listens on a port. @throws Error that names the setting when another program uses the port */
export async function listenOn(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    throw new Error(
      `Port ${port} on ${host} is in use by another program. Choose another one with the *_PORT settings.`,
      { cause: error },
    );
  }
}
