/** Shows what is wrong when an application does not start: outside the application, so that no page stays blank. */
function showFailure(problem: string): void {
  const root = document.getElementById('app');
  // An application that has started shows its errors itself.
  if (root === null) return;
  root.querySelector('[data-first-paint]')?.remove();
  if (root.childElementCount > 0) return;
  const page = element('main', 'page narrow');
  // The target of the skip link.
  page.id = 'content';
  page.tabIndex = -1;
  const reload = element('button', 'button primary', 'Reload the page');
  reload.addEventListener('click', () => location.reload());
  const text = `${problem} If reloading does not help, use a current browser, and allow this site to store data.`;
  page.append(element('h1', '', 'This page cannot start'), element('p', '', text), reload);
  root.append(page);
}

function element(name: string, className: string, text = ''): HTMLElement {
  const created = document.createElement(name);
  created.className = className;
  created.textContent = text;
  return created;
}

const sentence = (reason: unknown): string => `${String(reason).replace(/\.$/, '')}.`;

// Errors of elements do not bubble.
window.addEventListener(
  'error',
  ({ target, message }) => {
    if (target instanceof HTMLScriptElement)
      showFailure(`A part of it did not load: ${target.src}. Check your connection.`);
    else if (target === window) showFailure(sentence(message));
  },
  true,
);
window.addEventListener('unhandledrejection', ({ reason }) => showFailure(sentence(reason)));
