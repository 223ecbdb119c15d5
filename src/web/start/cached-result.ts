/** Milliseconds for which a service may respond. */
export const timeoutMs = 1_500;
/** Milliseconds for which a result is shown. */
export const cacheMs = 5_000;

/**
 * Returns a function whose result is loaded at most once in a period, for all calls.
 *
 * @param period milliseconds
 * @param now Unix time in milliseconds
 */
export function cacheResult<Value>(
  period: number,
  now: () => number,
  load: () => Promise<Value>,
): () => Promise<Value> {
  let cached: Promise<Value> | undefined;
  let loadedAt = 0;
  return () => {
    if (cached === undefined || now() - loadedAt >= period) {
      loadedAt = now();
      cached = load();
    }
    return cached;
  };
}
