/** Milliseconds between two looks at the server. */
const interval = 2_000;

const waits = (main: Element | null | undefined): boolean => main?.querySelector('[data-waiting]') != null;

/**
 * Looks at `/try` again while its sign-in waits, and shows what became of it in place: a page that reloads by itself
 * takes the focus away from whoever reads it with a screen reader or by keyboard (WCAG 2.2.1).
 */
async function look(): Promise<void> {
  const answer = await fetch('/try', { headers: { accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const main = page.querySelector('main');
  if (main === null || waits(main)) return;
  document.title = page.title;
  document.querySelector('main')?.replaceWith(main);
  document.querySelector<HTMLElement>('h1')?.focus();
}

async function again(): Promise<void> {
  if (!waits(document.querySelector('main'))) return;
  // A look that fails is made up for by the next one.
  await look().catch(() => undefined);
  setTimeout(() => void again(), interval);
}

setTimeout(() => void again(), interval);
