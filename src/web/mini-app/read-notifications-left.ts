import { isInnerList, type Item, parseList } from 'structured-headers';
import type { NotificationsLeft } from './mini-app-server.ts';

/**
 * Reads what is left from the RateLimit header of an accepted send (draft-ietf-httpapi-ratelimit-headers-10).
 *
 * @returns undefined when the header does not name the limits of sends
 */
export function readNotificationsLeft(header: string | null): NotificationsLeft | undefined {
  const limits = parsed(header ?? '').map(([name, parameters]) => ({
    name,
    left: Number(parameters.get('r')),
    seconds: Number(parameters.get('t')),
  }));
  const hour = limits.find(({ name }) => name === 'hour');
  const day = limits.find(({ name }) => name === 'day');
  if (hour === undefined || day === undefined) return undefined;
  const waits = [hour, day].filter(({ left }) => left === 0).map(({ seconds }) => seconds);
  return { today: day.left, nextInSeconds: Math.max(0, ...waits) };
}

/** The header is another service's, so one that cannot be parsed counts as none. */
function parsed(header: string): readonly Item[] {
  try {
    return parseList(header).filter((member): member is Item => !isInnerList(member));
  } catch {
    return [];
  }
}
