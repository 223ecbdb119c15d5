import { element } from './element.ts';

/** Where everything that changes is shown. */
function container(): HTMLElement {
  const found = document.getElementById('screen');
  if (!found) throw new Error('The page has no #screen.');
  return found;
}

/** Shows other content, and tells screen readers by moving to its heading. */
export function show(...content: readonly (Node | undefined)[]): void {
  const screen = container();
  screen.replaceChildren(...content.filter((node) => node !== undefined));
  const heading = screen.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
}

/** Says what went wrong, above what can be done about it. */
export function complain(text: string): void {
  dismissComplaint();
  container()
    .querySelector('h1')
    ?.after(element('p', { class: 'notice', role: 'alert' }, text));
}

export function dismissComplaint(): void {
  container().querySelector('.notice')?.remove();
}

/** A button that runs something once at a time, and complains when it fails. */
export function actionButton(
  label: string,
  kind: 'approve' | 'decline' | 'primary' | 'plain' | 'danger',
  action: () => Promise<void>,
): HTMLButtonElement {
  const button = element('button', { type: 'button', class: `button ${kind}` }, label);
  button.addEventListener('click', () => void run(action, [button]));
  return button;
}

/** Runs an action with the buttons of the screen asleep. */
export async function run(action: () => Promise<void>, further: readonly HTMLButtonElement[] = []): Promise<void> {
  const buttons = [...container().querySelectorAll('button'), ...further];
  dismissComplaint();
  for (const button of buttons) button.disabled = true;
  try {
    await action();
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}
