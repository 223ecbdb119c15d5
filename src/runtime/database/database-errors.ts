/** SQLSTATEs of a transaction that the server aborted because of a concurrent one; a retry can succeed. */
const conflictStates = new Set(['40001', '40P01']);
/**
 * SQLSTATE classes and codes (PostgreSQL appendix A) of failures that the request does not cause: lost connections,
 * exhausted resources such as disk space, shutdown, statement timeout, a read-only standby, I/O errors, lock timeout,
 * and conflicts that remain after the retries.
 */
const unavailableStates = [
  /^08/,
  /^53/,
  /^57P0[1-5]$/,
  /^57014$/,
  /^25006$/,
  /^58030$/,
  /^55P03$/,
  /^40001$/,
  /^40P01$/,
];
/** System calls that fail when the database server is unreachable. */
const socketCalls = new Set(['connect', 'getaddrinfo', 'read', 'write']);
/** Messages of pg's errors that have no code. */
const unavailableMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout/;
/** Internal errors of Citus that lost a node: while a statement runs, before a commit on several nodes, during that on one. */
const lostNodeMessages =
  /^failure on connection marked as essential|^failed to prepare transaction '|^could not commit transaction for shard \d+ on at least one active node/;

/** Returns whether the database is unreachable or refuses work for now, so that a retry of the request can succeed. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code !== undefined && unavailableStates.some((state) => state.test(code))) return true;
  if ('syscall' in error && typeof error.syscall === 'string' && socketCalls.has(error.syscall)) return true;
  // A host with several addresses fails with one error per address.
  if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true;
  const { message, cause } = error;
  return unavailableMessages.test(message) || lostNodeMessages.test(message) || isUnavailable(cause);
}

/**
 * Returns whether a server responded that it lost another node of its database, so that statements for the rows of the other
 * nodes can succeed. A lost connection to the server itself has no severity.
 */
export const isLostNode = (error: unknown): boolean =>
  error instanceof Error &&
  'severity' in error &&
  (codeOf(error)?.startsWith('08') === true || lostNodeMessages.test(error.message));

/**
 * Retries a transaction that fails with a serialization failure or a deadlock, at most three attempts in all.
 *
 * @param work the whole transaction and nothing else, because every attempt repeats all of it
 */
export async function retryOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 3 || !isConflict(error)) throw error;
    }
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && conflictStates.has(codeOf(error) ?? '');
}

/** Returns whether a row with this key exists already. Nodes of a distributed engine name constraints differently. */
export const isUniqueViolation = (error: unknown): boolean => hasState(error, '23505');

/** Returns whether the row that a foreign key references does not exist. */
export const isForeignKeyViolation = (error: unknown): boolean => hasState(error, '23503');

/** Returns whether the database ended a statement with this SQLSTATE, its own or one that a trigger raises. */
export const hasState = (error: unknown, state: string): boolean => error instanceof Error && codeOf(error) === state;

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
