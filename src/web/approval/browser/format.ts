/** `today, 10:31` or `1 March 2026, 10:31`, in the browser's locale. */
export function formatTime(iso: string, now = new Date()): string {
  const at = new Date(iso);
  const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }).format(at);
  const sameDay = at.toDateString() === now.toDateString();
  return sameDay
    ? `today, ${time}`
    : `${new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(at)}, ${time}`;
}

/** `30 days`, `12 hours`. @param seconds duration */
export function formatDuration(seconds: number): string {
  const day = 86_400;
  const [value, unit] = seconds >= day ? [seconds / day, 'day'] : [seconds / 3600, 'hour'];
  const rounded = Math.max(1, Math.round(value));
  return `${rounded} ${unit}${rounded === 1 ? '' : 's'}`;
}

/** `4:05`; at least `0:00`. */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
