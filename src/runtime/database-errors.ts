/** Two transactions got in each other's way and one was given up: the same work, done again, goes through. */
const conflictStates = new Set(['40001', '40P01']);
/**
 * SQLSTATE classes and codes (PostgreSQL appendix A) that mean: the database, not the request, is at fault. The
 * connection, resources with the disk among them, a shutdown, a statement that took too long, a standby, input and
 * output; and collisions, which arrive here only after they were tried again.
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
/** System calls that fail when the way to the database is broken. */
const socketCalls = new Set(['connect', 'getaddrinfo', 'read', 'write']);
/** pg says these without a code. */
const unavailableMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout/;

/** True when the database cannot be reached or refuses work for now, so that the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code !== undefined && unavailableStates.some((state) => state.test(code))) return true;
  if ('syscall' in error && typeof error.syscall === 'string' && socketCalls.has(error.syscall)) return true;
  // A name with several addresses fails once for each of them.
  if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true;
  return unavailableMessages.test(error.message) || isUnavailable(error.cause);
}

/**
 * Runs a transaction again when it collided with another (serialization failure, deadlock), three times in all.
 * `work` is the whole transaction, and nothing besides: whatever else it does happens again too.
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

/** True when a row with this key exists already. `constraint` narrows it to one unique constraint or index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof Error) || codeOf(error) !== '23505') return false;
  return constraint === undefined || ('constraint' in error && error.constraint === constraint);
}

/** True when the row that a foreign key points at does not exist (any more). */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof Error) || codeOf(error) !== '23503') return false;
  return constraint === undefined || ('constraint' in error && error.constraint === constraint);
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
