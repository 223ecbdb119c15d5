import type { NotificationsLeft } from './mini-app-server.ts';

/** Returns the text of how many notifications are left within 24 hours, and when the next one is possible. */
export function notificationsLeftText({ today, nextInSeconds }: NotificationsLeft): string {
  const left = `${today === 0 ? 'No' : today} ${today === 1 ? 'notification' : 'notifications'} left within 24 hours`;
  return nextInSeconds === 0 ? `${left}.` : `${left}; the next one is possible in ${inWords(nextInSeconds)}.`;
}

function inWords(seconds: number): string {
  const [count, unit] = seconds <= 5400 ? [Math.ceil(seconds / 60), 'minute'] : [Math.ceil(seconds / 3600), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
