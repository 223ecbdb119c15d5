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

  connect(): this {
    void this.#startSession();
    return this;
  }

  override _read(): void {
    // Responses are pushed when they exist.
  }

  override _write(messages: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    if (messages[0] === terminate) done();
    else void this.#exchange(messages, done);
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

  /** There is one session, in which an earlier client may have left a transaction. */
  async #startSession(): Promise<void> {
    try {
      await this.#pglite.exec('rollback');
    } catch (error) {
      this.destroy(asError(error));
      return;
    }
    this.emit('connect');
  }

  async #exchange(messages: Buffer, done: (error?: Error | null) => void): Promise<void> {
    try {
      if (this.#pglite.closed) throw new Error('The embedded database is closed.');
      this.push(await this.#pglite.execProtocolRaw(messages));
    } catch (error) {
      done(asError(error));
      return;
    }
    done();
  }
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));
