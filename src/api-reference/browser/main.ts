// Adds copy buttons, a language choice shared by all samples, a filter for the list of operations, and
// forms that send public reads.

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

startFilter();

/** Filters the list beside the page by summary and operationId. */
function startFilter(): void {
  const contents = document.getElementById('contents');
  const input = contents?.querySelector('input');
  if (!contents || !input) return;
  const groups = [...contents.querySelectorAll('details')];
  const open = new Set(groups.filter((group) => group.open));
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/);
    for (const item of contents.querySelectorAll<HTMLElement>('li')) {
      const text = `${item.textContent} ${item.querySelector('a')?.title ?? ''}`.toLowerCase();
      item.hidden = !words.every((word) => text.includes(word));
    }
    for (const group of groups) {
      group.hidden = group.querySelector('li:not([hidden])') === null;
      group.open = input.value === '' ? open.has(group) : true;
    }
  });
}

/** Sends public reads of the forms to the service that serves this page. */
function startTrying(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form.try')) {
    let sending: AbortController | undefined;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      // A slow response to an earlier request would replace that to the later one.
      sending?.abort();
      sending = new AbortController();
      void send(form, sending.signal);
    });
  }
}

async function send(form: HTMLFormElement, signal: AbortSignal): Promise<void> {
  const status = form.querySelector('[role=status]');
  const body = form.querySelector('pre');
  if (status === null || body === null) return;
  const url = addressOf(form);
  status.textContent = `GET ${url.pathname}${url.search} …`;
  try {
    const response = await fetch(url, { headers: { accept: 'application/json' }, credentials: 'omit', signal });
    const text = await response.text();
    status.textContent = `GET ${url.pathname}${url.search}: ${response.status}`;
    body.textContent = indented(text);
  } catch {
    if (signal.aborted) return;
    status.textContent = 'The service cannot be reached. Check that it is running, and send again.';
    body.textContent = '';
  }
  body.hidden = body.textContent === '';
}

/** The page is in the folder `/docs/` of the service. */
function addressOf(form: HTMLFormElement): URL {
  let path = form.dataset['path'] ?? '/';
  const query = new URLSearchParams();
  for (const { name, value, dataset } of form.querySelectorAll('input')) {
    if (dataset['in'] === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '') query.append(name, value);
  }
  const url = new URL(`..${path}`, location.href);
  url.search = query.toString();
  return url;
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
