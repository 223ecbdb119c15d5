const day = 24 * 3_600_000;
/** RFC 9116 §2.5.5 recommends less than a year: a reader must not trust a contact that nobody maintains. */
const validDays = 180;

/**
 * Returns `security.txt` (RFC 9116): whom to write to about a vulnerability of this installation.
 *
 * @param contact `mailto:` or https URI
 */
export function securityText(contact: string, baseUrl: string, now: Date): string {
  // The day is enough, and lets the text stay the same for a day.
  const expires = new Date(Math.floor(now.getTime() / day) * day + validDays * day).toISOString();
  return [
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    `Policy: ${baseUrl}/docs/guides/security.html`,
    '',
  ].join('\n');
}
