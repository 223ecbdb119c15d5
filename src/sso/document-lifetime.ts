/** Bounds and default of the time for which a document is fresh, seconds. */
const shortest = 60;
const longest = 86_400;
const usual = 3_600;

/** Returns for how many seconds a document is fresh, from its Cache-Control within bounds (RFC 9111 §5.2.2). */
export function documentLifetime(cacheControl: string | undefined): number {
  const directives = (cacheControl ?? '').toLowerCase().split(',');
  const named = directives.map((directive) => directive.trim());
  if (named.some((directive) => directive === 'no-store' || directive === 'no-cache')) return shortest;
  const seconds = named.map((directive) => /^max-age="?(\d{1,9})"?$/.exec(directive)?.[1]).find((found) => found);
  return seconds === undefined ? usual : Math.min(longest, Math.max(shortest, Number(seconds)));
}
