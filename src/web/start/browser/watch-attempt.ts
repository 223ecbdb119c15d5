/** Milliseconds between two requests. */
const interval = 2_000;

const isWaiting = (main: Element | null | undefined): boolean => main?.querySelector('[data-waiting]') != null;

/**
 * Requests `/try` and replaces the content once the sign-in is decided. Reloading the page instead would move the focus
 * of keyboard and screen-reader users (WCAG 2.2.1).
 */
async function update(): Promise<void> {
  const response = await fetch('/try', { headers: { accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const main = page.querySelector('main');
  if (main === null || isWaiting(main)) return;
  document.title = page.title;
  document.querySelector('main')?.replaceWith(main);
  document.querySelector<HTMLElement>('h1')?.focus();
}

async function poll(): Promise<void> {
  if (!isWaiting(document.querySelector('main'))) return;
  // The next poll repeats a failed request.
  await update().catch(() => undefined);
  setTimeout(() => void poll(), interval);
}

setTimeout(() => void poll(), interval);
