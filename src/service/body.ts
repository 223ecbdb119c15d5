import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';

/** The body is not what its content type says. */
export class MalformedBodyError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'MalformedBodyError';
  }
}

/**
 * Reads JSON and form bodies. Keeps the exact bytes of JSON bodies, because signatures are over bytes;
 * an operation marked `x-raw-body` gets nothing but them.
 */
export async function readBodies(app: FastifyInstance): Promise<void> {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    request.rawBody = bytes;
    if (request.routeOptions.config.rawBody) return done(null, undefined);
    if (bytes.length === 0) return done(null, undefined);
    let text: string;
    try {
      text = utf8.decode(bytes);
    } catch {
      return done(new MalformedBodyError('it is not valid UTF-8'), undefined);
    }
    void parseJson(request, text, (error, body) =>
      error ? done(new MalformedBodyError('it is not valid JSON'), undefined) : done(null, body),
    );
  });
  await app.register(formbody);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation whose route this is. */
    operationId?: string;
    /** The body is handed over as bytes, unparsed. */
    rawBody?: boolean;
  }
}
