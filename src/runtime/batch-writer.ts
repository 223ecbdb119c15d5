/** Items in one run: more would only make each of them wait longer. */
const largestBatch = 256;
/** Runs under way at once: the rest of the connection pool is for other work. */
const mostInFlight = 4;
/** Items that wait for a run before new ones are refused: the database does not keep up. */
const mostWaiting = 10_000;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Collects what arrives in one turn of the event loop into one statement: under load a statement for each request
 * costs more than all the rest of it. A run that fails, fails for all its items and is not tried again.
 *
 * @param run does the work of all items at once and gives a result for each, in their order
 * @returns a function that takes one item; it rejects with SQLSTATE 53300 when too many wait
 */
export function createBatchWriter<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let scheduled = false;
  let inFlight = 0;

  const schedule = () => {
    if (scheduled || waiting.length === 0 || inFlight >= mostInFlight) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      for (let free = mostInFlight - inFlight; free > 0 && waiting.length > 0; free--) {
        const batch = waiting.slice(0, largestBatch);
        waiting = waiting.slice(largestBatch);
        void send(batch);
      }
    });
  };

  const send = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    inFlight++;
    try {
      const results = await run(batch.map(({ item }) => item));
      results.forEach((result, index) => batch[index]?.resolve(result));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      inFlight--;
      schedule();
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= mostWaiting) throw tooManyWaiting();
      waiting.push({ item, resolve, reject });
      schedule();
    });
}

/** With the SQLSTATE of a server that has no room left: the request may succeed later. */
function tooManyWaiting(): Error {
  return Object.assign(new Error('Too many requests wait for the database.'), { code: '53300' });
}
