// Copies a command of the start page.
for (const button of document.querySelectorAll<HTMLButtonElement>('.copy'))
  button.addEventListener('click', () => {
    const show = (text: string) => {
      button.textContent = text;
      setTimeout(() => (button.textContent = 'Copy'), 2_000);
    };
    navigator.clipboard.writeText(button.parentElement?.querySelector('code')?.textContent ?? '').then(
      () => show('Copied'),
      () => show('Not copied'),
    );
  });
