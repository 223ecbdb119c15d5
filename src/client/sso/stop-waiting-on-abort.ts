/** Rejects when the signal aborts, while shared work continues for other callers. An aborted signal starts no work. */
export async function stopWaitingOnAbort<T>(start: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  signal?.throwIfAborted();
  const shared = start();
  if (signal === undefined) return shared;
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    void shared.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
