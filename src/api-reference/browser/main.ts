// Adds copy buttons, a language choice shared by all samples, a filter for the list of operations, the search, and
// forms that send public reads.
import { startSearch } from './search.ts';
import { startTrying } from './try.ts';

startSearch();
startTrying();

const storageKey = 'reference-sample';

/** The browser may refuse storage; then the choice is lost on reload. */
function storeChoice(label: string): void {
  try {
    localStorage.setItem(storageKey, label);
  } catch {
    // The choice is a convenience.
  }
}

function storedChoice(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

const choices = [...document.querySelectorAll<HTMLInputElement>('.samples input')];

/** Selects the samples with this label, or with the same language where an operation has no such label. */
function choose(label: string): void {
  const language = label.split(',')[0];
  for (const samples of document.querySelectorAll('.samples')) {
    const inputs = [...samples.querySelectorAll('input')];
    const input =
      inputs.find(({ value }) => value === label) ?? inputs.find(({ value }) => value.split(',')[0] === language);
    if (input) input.checked = true;
  }
}

for (const input of choices) {
  input.addEventListener('change', () => {
    const before = input.getBoundingClientRect().top;
    choose(input.value);
    storeChoice(input.value);
    // Samples above may have changed height: keep the clicked label in place.
    scrollBy(0, input.getBoundingClientRect().top - before);
  });
}
const label = storedChoice();
if (label !== null) choose(label);

for (const panel of document.querySelectorAll('.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => {
    const shown = [...panel.querySelectorAll('pre')].find((pre) => pre.offsetParent !== null);
    const showResult = (text: string) => {
      button.textContent = text;
      setTimeout(() => (button.textContent = 'Copy'), 2000);
    };
    navigator.clipboard.writeText(shown?.textContent ?? '').then(
      () => showResult('Copied'),
      () => showResult('Copying failed'),
    );
  });
  panel.append(button);
}

const contents = document.getElementById('contents');
if (contents) {
  const input = document.createElement('input');
  input.type = 'search';
  input.placeholder = 'Find…';
  input.setAttribute('aria-label', 'Find on this page');
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/);
    for (const item of contents.querySelectorAll<HTMLElement>('li')) {
      const text = `${item.textContent} ${item.querySelector('a')?.title ?? ''}`.toLowerCase();
      item.hidden = !words.every((word) => text.includes(word));
    }
    for (const section of contents.querySelectorAll<HTMLElement>('section'))
      section.hidden = section.querySelector('li:not([hidden])') === null;
  });
  contents.prepend(input);
  contents.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') && contents.matches(':popover-open')) contents.hidePopover();
  });
}
