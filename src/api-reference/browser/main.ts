// What the pages do beyond being read: copying, one choice of language for all samples, finding an operation.
const kept = 'reference-sample';

/** Storage may be refused by the browser; then the choice lasts as long as the page. */
function remember(label: string): void {
  try {
    localStorage.setItem(kept, label);
  } catch {
    // Nothing depends on it.
  }
}

function remembered(): string | null {
  try {
    return localStorage.getItem(kept);
  } catch {
    return null;
  }
}

const choices = [...document.querySelectorAll<HTMLInputElement>('.samples input')];

/** Chooses the samples of this label, or, where an operation has none, of the same language. */
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
    remember(input.value);
    // Samples above may have grown: what was clicked stays where it is.
    scrollBy(0, input.getBoundingClientRect().top - before);
  });
}
const label = remembered();
if (label !== null) choose(label);

for (const panel of document.querySelectorAll('.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => {
    const shown = [...panel.querySelectorAll('pre')].find((pre) => pre.offsetParent !== null);
    const say = (word: string) => {
      button.textContent = word;
      setTimeout(() => (button.textContent = 'Copy'), 2000);
    };
    navigator.clipboard.writeText(shown?.textContent ?? '').then(
      () => say('Copied'),
      () => say('Select by hand'),
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
