import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasRepeatedMember } from '../../protocol/json-object.ts';
import { HttpProblemError } from '../errors/domain-error.ts';

/** The body does not parse as its content type. */
export class MalformedBodyError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'MalformedBodyError';
  }
}

/**
 * Parses JSON and form bodies and keeps their exact bytes, which signatures cover. An operation marked `x-raw-body`
 * receives only the bytes. An operation without a body in its contract ignores any body.
 */
export async function parseBodies(app: FastifyInstance): Promise<void> {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  const text = (bytes: Buffer): string => {
    try {
      return utf8.decode(bytes);
    } catch {
      throw new MalformedBodyError('it is not valid UTF-8');
    }
  };

  const parsers: Readonly<Record<string, (request: FastifyRequest, bytes: Buffer) => Promise<unknown>>> = {
    'application/json': (request, bytes) =>
      new Promise((resolve, reject) => {
        const json = text(bytes);
        const done = (error: Error | null, body?: unknown) => {
          if (error) reject(new MalformedBodyError(whyUnread(json)));
          // Two readers of such a body may see different values, for instance a proxy and this service.
          else if (hasRepeatedMember(body, json)) reject(new MalformedBodyError('an object has a member twice'));
          else resolve(body);
        };
        void parseJson(request, json, done);
      }),
    'application/x-www-form-urlencoded': async (_request, bytes) => parseForm(text(bytes)),
  };

  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    // Some clients name a media type and send no body. With the type Fastify would validate the absent body.
    if (hasNoBody(request)) delete headers['content-type'];
    // The body of an operation without one is not read, whatever its type and length: Node discards it.
    else if (request.routeOptions.config?.requestTypes?.length === 0)
      for (const name of ['content-type', 'content-length', 'transfer-encoding']) delete headers[name];
    done();
  });
  app.removeAllContentTypeParsers();
  const read = async (request: FastifyRequest, bytes: Buffer) => {
    const { requestTypes = [], rawBody } = request.routeOptions.config;
    request.rawBody = bytes;
    if (rawBody || requestTypes.length === 0 || bytes.length === 0) return undefined;
    const type = mediaType(request);
    const parse = type !== undefined && requestTypes.includes(type) ? parsers[type] : undefined;
    if (!parse)
      throw new HttpProblemError({ kind: 'unsupported_media_type', received: type ?? 'none', supported: requestTypes });
    return parse(request, bytes);
  };
  // fastify-openapi-glue warns about every media type without a parser.
  for (const type of [...Object.keys(parsers), '*']) app.addContentTypeParser(type, { parseAs: 'buffer' }, read);
}

/** The parser refuses names by which a body could change objects of this process, in valid JSON too. */
function whyUnread(json: string): string {
  try {
    JSON.parse(json);
    return 'an object has the member __proto__, or constructor with a member prototype';
  } catch {
    return 'it is not valid JSON';
  }
}

/** Returns whether the headers announce no body (RFC 9112 §6.3). */
function hasNoBody({ raw: { headers } }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0';
}

function mediaType(request: FastifyRequest): string | undefined {
  return request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
}

/** Parses a form. A repeated parameter becomes a list, which no form schema allows, so that it is rejected. */
function parseForm(form: string): Record<string, string | string[]> {
  const members = Map.groupBy(new URLSearchParams(form), ([name]) => name);
  return Object.fromEntries(
    [...members].map(([name, pairs]) => {
      const values = pairs.map(([, value]) => value);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation that the route serves. */
    operationId?: string;
    /** A route of operators: probes and metrics. */
    operators?: boolean;
    /** The handler receives the body as bytes, unparsed. */
    rawBody?: boolean;
    /** Media types that the operation accepts; when empty, a body is ignored. */
    requestTypes?: readonly string[];
  }
}
