/** Others may wait for the same work, so a caller that gives up only stops waiting. Given up before: nothing starts. */
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
