import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections, one of which could take it before it is used, and above
 * 10080, which browsers and `fetch` refuse (Fetch Standard, "bad port").
 */
const range = [10_081, 32_768] as const;
const attempts = 100;

/** Each process starts somewhere else and goes upwards: it gives no port twice, though nobody listens on the first yet. */
let next: number = randomInt(...range);

/** A port on which nobody listens at the moment. @throws Error when a hundred of them were taken */
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
