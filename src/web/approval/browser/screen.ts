import { element } from './element.ts';
import { errorText } from './page-error.ts';

/** The element that holds the current screen. */
function container(): HTMLElement {
  const found = document.getElementById('screen');
  if (!found) throw new Error('The page has no #screen.');
  return found;
}

/** Replaces the screen and moves the focus to its heading, so that screen readers announce it. */
export function showScreen(...content: readonly (Node | undefined)[]): void {
  const screen = container();
  screen.replaceChildren(...content.filter((node) => node !== undefined));
  screen.removeAttribute('aria-busy');
  const heading = screen.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
}

/** Shows an error below the heading. */
export function showError(text: string): void {
  hideError();
  container()
    .querySelector('h1')
    ?.after(element('p', { class: 'notice', role: 'alert' }, text));
}

/** Removes the error, if one is shown. */
function hideError(): void {
  container().querySelector('.notice[role="alert"]')?.remove();
}

/** Creates a button that runs an action, one at a time, and shows its error. */
export function actionButton(
  label: string,
  kind: 'approve' | 'decline' | 'primary' | 'plain' | 'danger',
  action: () => Promise<void>,
): HTMLButtonElement {
  const button = element('button', { type: 'button', class: `button ${kind}` }, label);
  button.addEventListener('click', () => void runAction(action, [button]));
  return button;
}

/** Runs an action while the buttons of the screen are disabled. */
export async function runAction(
  action: () => Promise<void>,
  further: readonly HTMLButtonElement[] = [],
): Promise<void> {
  const buttons = [...container().querySelectorAll('button'), ...further];
  hideError();
  for (const button of buttons) button.disabled = true;
  try {
    await action();
  } catch (error) {
    showError(errorText(error));
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}
