import { element } from './element.ts';
import { text } from './language.ts';

/** Asks for another name. @returns the name without surrounding space; undefined when unchanged or cancelled */
export function askForName(title: string, current: string): Promise<string | undefined> {
  const input = element('input', {
    id: 'new-name',
    required: true,
    maxlength: '80',
    pattern: '.*\\S.*',
    title: text('nameHint'),
    autocomplete: 'off',
    value: current,
  });
  // Cancel closes the dialog without validating the name.
  const cancel = element(
    'button',
    { type: 'submit', value: '', formnovalidate: true, class: 'button plain' },
    text('cancel'),
  );
  const save = element('button', { type: 'submit', value: 'save', class: 'button primary' }, text('save'));
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'rename-title' },
    element(
      'form',
      { method: 'dialog', class: 'rename' },
      element('h2', { id: 'rename-title' }, title),
      element('label', { for: 'new-name' }, text('newName')),
      input,
      // The first submit button is the one that Enter presses.
      element('div', { class: 'actions' }, save, cancel),
    ),
  );
  document.body.append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      const name = input.value.trim();
      resolve(dialog.returnValue === 'save' && name !== current ? name : undefined);
    });
    dialog.showModal();
    input.select();
  });
}
