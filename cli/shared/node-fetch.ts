import type { IncomingMessage } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { sendNodeRequest } from './node-request.ts';

function decoded(response: IncomingMessage): Readable {
  const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };
  const encoding = response.headers['content-encoding']?.toLowerCase() ?? '';
  const create = Object.hasOwn(decoders, encoding) ? decoders[encoding as keyof typeof decoders] : undefined;
  // The reader of the body receives the error of a broken stream.
  return create ? pipeline(response, create(), () => undefined) : response;
}

function toResponse(message: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const { statusCode: status = 0, statusMessage: statusText = '' } = message;
  const empty = [204, 205, 304].includes(status);
  if (empty) message.resume();
  return new Response(empty ? null : (Readable.toWeb(decoded(message)) as ReadableStream<Uint8Array<ArrayBuffer>>), {
    status,
    statusText,
    headers,
  });
}

/**
 * Creates a `fetch` that uses HTTPS_PROXY, HTTP_PROXY, NO_PROXY and SSL_CERT_FILE on every version of Node. Redirects are
 * not followed.
 */
export function createNodeFetch(env: Readonly<Record<string, string | undefined>>): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { method, signal } = request;
    const body = Buffer.from(await request.arrayBuffer());
    const headers = { 'accept-encoding': 'gzip, deflate, br', ...Object.fromEntries(request.headers) };
    return toResponse(await sendNodeRequest({ method, url: new URL(request.url), headers, body, signal }, env));
  };
}
