const form = /^(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

/**
 * Returns whether a host's contract version is at least the required one. A pre-release precedes its release; a missing or
 * invalid version is never enough.
 *
 * @param needs major.minor.patch
 */
export function isAtLeastVersion(has: string | undefined, needs: string): boolean {
  const [left, right] = [form.exec(has ?? ''), form.exec(needs)];
  if (left === null || right === null) return false;
  for (let part = 1; part <= 3; part++) {
    const difference = Number(left[part] ?? 0) - Number(right[part] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return left[4] === undefined || right[4] !== undefined;
}
