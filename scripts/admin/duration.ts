import { UsageError } from '../command/print-result.ts';

const secondsPerUnit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** Parses a duration such as 90d, 12h or 30m. @returns seconds @throws UsageError for any other text */
export function parseDuration(text: string): number {
  const [, count, unit = ''] = /^(\d{1,8})([smhdw])$/.exec(text) ?? [];
  const seconds = Number(count) * (secondsPerUnit[unit] ?? Number.NaN);
  if (!Number.isSafeInteger(seconds) || seconds <= 0)
    throw new UsageError(`${text || 'Nothing'} is not a duration: write a number and s, m, h, d or w, such as 90d.`);
  return seconds;
}
