/**
 * Parses Retry-After (RFC 9110 §10.2.3): seconds, or an HTTP date.
 *
 * @returns milliseconds from `now`; 0 when the header is missing, malformed or in the past
 */
export function retryAfterMs(value: string | undefined, now: Date): number {
  if (value === undefined) return 0;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const date = /^[A-Z][a-z]{2}, .+ GMT$/.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? 0 : Math.max(0, date - now.getTime());
}
