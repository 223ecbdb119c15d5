import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpProblemError } from './http-problem-error.ts';

/** The body is not what its content type says. */
export class MalformedBodyError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'MalformedBodyError';
  }
}

/**
 * Reads JSON and form bodies. Keeps the exact bytes, because signatures are over bytes. An operation marked
 * `x-raw-body` gets nothing but them; one that has no body in its contract ignores whatever is sent.
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
        const done = (error: Error | null, body?: unknown) =>
          error ? reject(new MalformedBodyError('it is not valid JSON')) : resolve(body);
        void parseJson(request, text(bytes), done);
      }),
    'application/x-www-form-urlencoded': async (_request, bytes) => parseForm(text(bytes)),
  };

  // What an operation does not take is not looked at, however it is declared and however long it is: Node drops it.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config?.requestTypes?.length === 0)
      for (const name of ['content-type', 'content-length', 'transfer-encoding']) delete request.raw.headers[name];
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
      throw new HttpProblemError({ kind: 'unsupported_media_type', given: type ?? 'none', supported: requestTypes });
    return parse(request, bytes);
  };
  // fastify-openapi-glue warns of every media type without a reader, those of answers included.
  for (const type of [...Object.keys(parsers), 'text/event-stream', '*'])
    app.addContentTypeParser(type, { parseAs: 'buffer' }, read);
}

function mediaType(request: FastifyRequest): string | undefined {
  return request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
}

/** A member that is repeated becomes a list, which no schema of a form allows: it is refused, not chosen from. */
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
    /** The operation whose route this is. */
    operationId?: string;
    /** The body is handed over as bytes, unparsed. */
    rawBody?: boolean;
    /** Media types that the operation takes; none: a body is ignored. */
    requestTypes?: readonly string[];
  }
}
