import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

/** First byte of the message that ends a session (PostgreSQL protocol, Terminate). */
const terminate = 'X'.charCodeAt(0);

/** A chunk of messages, as `Duplex` gives it to `_writev`. */
interface Written {
  readonly chunk: Buffer;
}

/**
 * The socket of pg's client, connected to PostgreSQL in this process. A statement with parameters is one exchange; the
 * queries of PGlite exchange every protocol message on its own, which takes twice the processor time.
 */
export class EmbeddedStream extends Duplex {
  readonly #pglite: PGlite;

  constructor(pglite: PGlite) {
    super();
    this.#pglite = pglite;
  }

  /** There is one session, in which an earlier client may have left a transaction. */
  connect(): this {
    this.#pglite.exec('rollback').then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  override _read(): void {
    // Responses are pushed when they exist.
  }

  override _write(messages: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    if (messages[0] === terminate) return done();
    this.#pglite.execProtocolRaw(messages).then((response) => {
      this.push(response);
      done();
    }, done);
  }

  override _writev(written: readonly Written[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(written.map(({ chunk }) => chunk)), 'buffer', done);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  // Settings of sockets, which pg calls.
  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
