/**
 * Returns a function whose result is loaded at most once in a period, however many requests ask for it.
 *
 * @param period milliseconds
 * @param now Unix time in milliseconds
 */
export function remember<Value>(period: number, now: () => number, load: () => Promise<Value>): () => Promise<Value> {
  let remembered: Promise<Value> | undefined;
  let loadedAt = 0;
  return () => {
    if (remembered === undefined || now() - loadedAt >= period) {
      loadedAt = now();
      remembered = load();
    }
    return remembered;
  };
}
