import { keepFocus } from '../../ui/keep-focus.ts';
import { translated } from './language.ts';
import { errorText, showError } from './screen.ts';

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
