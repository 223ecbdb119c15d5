import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Resolves once so many requests have come. */
  readonly until: (count: number) => Promise<readonly Received[]>;
  readonly close: () => Promise<void>;
}

export interface ReceiverAnswer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A developer's backend, or a browser's push service, on loopback: it keeps what it is sent. */
export async function startReceiver(
  answer: (request: Received, index: number) => ReceiverAnswer | Promise<ReceiverAnswer> = () => ({ status: 204 }),
): Promise<Receiver> {
  const received: Received[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const index = received.push({ headers: request.headers, body: Buffer.concat(chunks) }) - 1;
    const one = received[index];
    if (!one) return;
    const { status, body = '', headers = {} } = await answer(one, index);
    response.writeHead(status, headers);
    response.end(body);
    for (const { count, resolve } of waiting) if (received.length >= count) resolve();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    until: async (count) => {
      if (received.length < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }));
      return received;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
