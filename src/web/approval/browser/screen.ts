import { translated } from './language.ts';
import { keepFocus } from '../../ui/keep-focus.ts';

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

/**
 * Shows an error below the heading of the page, or of a part of it.
 *
 * @param origin the button whose action failed; the error is shown in its section
 */
function showError(text: string, origin?: HTMLElement): void {
  hideError();
  const heading = origin?.closest('section')?.querySelector('h2') ?? container().querySelector('h1');
  const notice = element('p', { class: 'notice', role: 'alert' }, text);
  heading?.after(notice);
  notice.scrollIntoView({ block: 'nearest' });
}

function hideError(): void {
  container().querySelector('.notice[role="alert"]')?.remove();
}

let showSignIn: ((origin?: HTMLElement) => void) | undefined;

/** Sets how the page shows the sign-in when an action finds that the session has ended. @param show receives the action's button */
export function onSignedOut(show: (origin?: HTMLElement) => void): void {
  showSignIn = show;
}

/** Shows why an action failed, or the sign-in when the session has ended. */
export function reportFailure(error: unknown, origin?: HTMLElement): void {
  if (!(error instanceof SignedOutError) || showSignIn === undefined) return showError(errorText(error), origin);
  showSignIn(origin);
  showError(error.message);
}

/** Creates a button that runs an action, one at a time, and shows its error. */
export function actionButton(
  label: string,
  kind: 'approve' | 'decline' | 'primary' | 'plain' | 'danger',
  action: () => Promise<void>,
): HTMLButtonElement {
  const button = element('button', { type: 'button', class: `button ${kind}` }, label);
  button.addEventListener('click', () => void runAction(action, button));
  return button;
}

/** Runs an action when a form is submitted. @param origin the error is shown in its section */
export function onSubmit(form: HTMLFormElement, action: () => Promise<void>, origin?: HTMLElement): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void runAction(action, origin);
  });
}

let running: Promise<void> | undefined;

/** Runs an action unless one is running. The buttons of the screen look disabled meanwhile, and keep the focus. */
export async function runAction(action: () => Promise<void>, origin?: HTMLElement): Promise<void> {
  if (running !== undefined) return;
  running = runAlone(action, origin);
  await running;
}

/**
 * Runs an action that no click started, such as a reload of the data: after the running action and never concurrently,
 * because data that was read before the other action's change would hide it.
 */
export async function runInBackground(action: () => Promise<void>): Promise<void> {
  if (running === undefined) return runAction(action);
  await running;
  return runInBackground(action);
}

async function runAlone(action: () => Promise<void>, origin?: HTMLElement): Promise<void> {
  const buttons = container().querySelectorAll('button');
  hideError();
  for (const button of buttons) button.setAttribute('aria-disabled', 'true');
  try {
    await action();
  } catch (error) {
    reportFailure(error, origin);
  } finally {
    running = undefined;
    for (const button of buttons) button.removeAttribute('aria-disabled');
  }
}

/** Creates an element. True sets an empty attribute, and strings among the children become text, never markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | boolean | undefined>> = {},
  ...children: readonly (Node | string | undefined)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) created.setAttribute(name, '');
    else if (typeof value === 'string') created.setAttribute(name, value);
  }
  created.append(...children.filter((child) => child !== undefined));
  return created;
}

/** An error whose message is for the person, in the language of the page. */
export class PageError extends Error {
  override readonly name: string = 'PageError';
}

/** The browser's session is missing or has ended. */
export class SignedOutError extends PageError {
  override readonly name = 'SignedOutError';

  constructor() {
    super(translated('sessionEnded'));
  }
}

/** Returns what the person reads about an error. Messages of browsers and libraries are in a language of their own. */
function errorText(error: unknown): string {
  if (error instanceof PageError) return error.message;
  return translated('somethingFailed', { problem: error instanceof Error ? error.message : String(error) });
}

/** What runs on a page, by its `data-page`; it receives the data that the provider wrote into the page. */
export type PageScreens = Readonly<Record<string, (data: DOMStringMap) => Promise<void> | void>>;

/** Runs the page that the provider sent. */
export async function runPage(screens: PageScreens): Promise<void> {
  const main = document.querySelector<HTMLElement>('main');
  keepFragmentOnLanguageSwitch();
  if (main === null) return;
  keepFocus(main);
  try {
    await screens[main.dataset['page'] ?? '']?.(main.dataset);
  } catch (error) {
    // A page that could not load does not say that it is loading.
    if (container().hasAttribute('aria-busy')) showScreen(container().querySelector('h1') ?? undefined);
    showError(translated('reloadPage', { problem: errorText(error) }));
  }
}

/**
 * Adds the fragment of the address to the form that switches the language. The provider does not see it, and a browser
 * keeps it over the redirect back to the page (RFC 9110 §10.2.2).
 */
function keepFragmentOnLanguageSwitch(): void {
  const form = document.querySelector<HTMLFormElement>('form.languages');
  form?.addEventListener('submit', () => {
    const action = new URL(form.action);
    action.hash = location.hash;
    form.action = action.href;
  });
}
