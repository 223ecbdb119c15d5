import type { FastifyRequest } from 'fastify';

/** What handlers and security schemes may know of a request besides its validated parameters. */
export interface IncomingRequest {
  readonly id: string;
  readonly method: string;
  /** The address that the client used, as this service is known outside; RFC 9449 calls it htu. */
  readonly url: string;
  /** Header lines as they came, name and value in turn; repeated lines are all there. */
  readonly rawHeaders: readonly string[];
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** The exact bytes of the body; empty where none was sent. */
  readonly rawBody: Uint8Array;
  /** The address of the client, behind the configured proxies. */
  readonly ip: string;
  readonly origin: string | undefined;
  readonly userAgent: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    rawBody: Uint8Array | undefined;
    credentials: object | undefined;
  }
}

const nothing = new Uint8Array();

/** @param baseUrl the service's public address, without a trailing slash */
export function readRequest(request: FastifyRequest, baseUrl: string): IncomingRequest {
  return {
    id: request.id,
    method: request.method,
    url: `${baseUrl}${request.raw.url ?? request.url}`,
    rawHeaders: request.raw.rawHeaders,
    cookies: request.cookies ?? {},
    rawBody: request.rawBody ?? nothing,
    ip: request.ip,
    origin: request.headers.origin,
    userAgent: request.headers['user-agent'],
  };
}
