import { element } from './element.ts';
import { translated } from './language.ts';

/** Asks for another name. @returns the name without surrounding space; undefined when unchanged or cancelled */
export function askForName(title: string, current: string): Promise<string | undefined> {
  const input = element('input', {
    id: 'new-name',
    required: true,
    maxlength: '80',
    pattern: '.*\\S.*',
    title: translated('nameHint'),
    autocomplete: 'off',
    value: current,
  });
  // Cancel closes the dialog without validating the name.
  const cancel = element(
    'button',
    { type: 'submit', value: '', formnovalidate: true, class: 'button plain' },
    translated('cancel'),
  );
  const save = element('button', { type: 'submit', value: 'save', class: 'button primary' }, translated('save'));
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'rename-title' },
    element(
      'form',
      { method: 'dialog', class: 'rename' },
      element('h2', { id: 'rename-title' }, title),
      element('label', { for: 'new-name' }, translated('newName')),
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
