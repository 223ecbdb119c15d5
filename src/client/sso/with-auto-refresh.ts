/**
 * Runs a function that needs the session. After a 401 it refreshes and runs the function again, at most `maxRetries` times;
 * then it returns or throws the last result.
 */
export async function withAutoRefresh<T>(
  run: () => Promise<T>,
  maxRetries: number,
  { canRefresh, refresh }: { readonly canRefresh: () => boolean; readonly refresh: () => Promise<unknown> },
): Promise<T> {
  if (!Number.isInteger(maxRetries) || maxRetries < 0) {
    throw new TypeError(`maxRetries must be a whole number from 0, not ${maxRetries}.`);
  }
  for (let retries = 0; ; retries++) {
    const last = retries === maxRetries;
    try {
      const result = await run();
      if (last || !isResponse401(result) || !canRefresh()) return result;
    } catch (error) {
      if (last || !isError401(error) || !canRefresh()) throw error;
    }
    await refresh();
  }
}

/** Detects a 401 of a fetch Response or of a generated client, which do not throw. */
function isResponse401(result: unknown): boolean {
  return isObject(result) && result['status'] === 401 && result['headers'] instanceof Headers;
}

/** Detects a 401 in errors of this package and of common HTTP libraries. */
function isError401(error: unknown): boolean {
  if (!isObject(error)) return false;
  const { status, statusCode, response } = error;
  return status === 401 || statusCode === 401 || (isObject(response) && response['status'] === 401);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
