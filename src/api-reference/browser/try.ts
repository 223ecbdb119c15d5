/** Shows the forms that send public reads, and sends them to the service that serves this page. */
export function startTrying(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form.try')) {
    form.hidden = false;
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

/** The page is at `/docs` of the service. */
function addressOf(form: HTMLFormElement): URL {
  let path = form.dataset['path'] ?? '/';
  const query = new URLSearchParams();
  for (const { name, value, dataset } of form.querySelectorAll('input')) {
    if (dataset['in'] === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '') query.append(name, value);
  }
  const url = new URL(`.${path}`, location.href);
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
