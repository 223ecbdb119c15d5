import { isLostNode } from './database-errors.ts';

/** Maximum number of items in one batch: larger batches only make each item wait longer. */
const largestBatch = 256;
/** Maximum number of batches in flight: the rest of the connection pool is for other work. */
const maxInFlight = 4;
/** Maximum number of waiting items; further ones are rejected, because the database does not keep up. */
const maxWaiting = 10_000;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Creates a function that collects the items of one turn of the event loop and writes them with one statement: under
 * load, one statement per request costs more than the rest of the request. A batch that fails rejects all its items and is
 * not retried, but for a lost node of a distributed engine: then each item is written alone, because the rows of most can
 * be on the other nodes.
 *
 * @param write writes a batch and returns one result per item, in the same order; `failure` is that of the batch of an item
 *   that is written again: it may have been stored
 * @returns a function that accepts one item; it rejects with SQLSTATE 53300 when too many items wait
 */
export function createBatchWriter<Item, Result>(
  write: (items: readonly Item[], failure?: unknown) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let scheduled = false;
  let inFlight = 0;

  const schedule = () => {
    if (scheduled || waiting.length === 0 || inFlight >= maxInFlight) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      for (let free = maxInFlight - inFlight; free > 0 && waiting.length > 0; free--) {
        const batch = waiting.slice(0, largestBatch);
        waiting = waiting.slice(largestBatch);
        void send(batch);
      }
    });
  };

  const settle = async (batch: readonly Waiting<Item, Result>[], failure?: unknown): Promise<void> => {
    try {
      const items = batch.map(({ item }) => item);
      const results = await write(items, failure);
      results.forEach((result, index) => batch[index]?.resolve(result));
    } catch (error) {
      if (batch.length > 1 && isLostNode(error)) await Promise.all(batch.map((one) => settle([one], error)));
      else for (const { reject } of batch) reject(error);
    }
  };

  const send = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    inFlight++;
    await settle(batch);
    inFlight--;
    schedule();
  };

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= maxWaiting) throw tooManyWaiting();
      waiting.push({ item, resolve, reject });
      schedule();
    });
}

/** Has the SQLSTATE of a server without free connections, so that the caller may retry later. */
function tooManyWaiting(): Error {
  return Object.assign(new Error('Too many writes wait for the database.'), { code: '53300' });
}
