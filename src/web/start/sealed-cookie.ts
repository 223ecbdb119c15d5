import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MasterKey } from '../../runtime/master-key.ts';

/** A value in the visitor's browser that nobody but this service can read or write. */
export interface SealedCookie<Value> {
  readonly set: (reply: FastifyReply, value: Value) => void;
  /** Returns the value; undefined without a cookie and for a forged one. */
  readonly read: (request: Pick<FastifyRequest, 'cookies'>) => Value | undefined;
  readonly clear: (reply: FastifyReply) => void;
}

export interface SealedCookieOptions {
  readonly name: string;
  /** Binds a sealed value to its use, so that one cookie cannot stand for another. */
  readonly purpose: string;
  /** Seconds. */
  readonly maxAge: number;
  readonly secure: boolean;
  /** Lax: a redirect of the provider has to bring the cookie along. */
  readonly sameSite: 'strict' | 'lax';
}

export function createSealedCookie<Value>(
  masterKey: MasterKey,
  { name, purpose, ...attributes }: SealedCookieOptions,
): SealedCookie<Value> {
  return {
    set: (reply, value) =>
      void reply.setCookie(name, masterKey.seal(new TextEncoder().encode(JSON.stringify(value)), purpose), {
        path: '/',
        httpOnly: true,
        ...attributes,
      }),
    read: ({ cookies }) => {
      const sealed = cookies[name];
      if (sealed === undefined) return undefined;
      try {
        // Only this service can seal a value, so its type is known.
        return JSON.parse(new TextDecoder().decode(masterKey.open(sealed, purpose)));
      } catch {
        return undefined;
      }
    },
    clear: (reply) => void reply.clearCookie(name, { path: '/' }),
  };
}
