/** SQLSTATE classes and codes (PostgreSQL appendix A) that mean: the database, not the request, is at fault. */
const unavailableStates = [/^08/, /^57P0[1-5]$/, /^53[0-9]{3}$/, /^25006$/];
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
  return unavailableMessages.test(error.message) || isUnavailable(error.cause);
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
