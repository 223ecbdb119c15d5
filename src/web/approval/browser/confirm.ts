import { element } from './element.ts';
import { translated } from './language.ts';

export interface Question {
  readonly title: string;
  readonly explanation: string;
  /** What ends with it, below the explanation. */
  readonly ends?: string | undefined;
  /** Label of the confirming button. */
  readonly yes: string;
  /** Choices below the explanation. */
  readonly choices?: HTMLElement | undefined;
}

/** Asks for confirmation of an irreversible action. Escape and Cancel mean no. */
export function confirm({ title, explanation, ends, yes, choices }: Question): Promise<boolean> {
  const cancel = element('button', { type: 'submit', value: 'no', class: 'button plain' }, translated('cancel'));
  const go = element('button', { type: 'submit', value: 'yes', class: 'button danger' }, yes);
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'question-title' },
    element(
      'form',
      { method: 'dialog' },
      element('h2', { id: 'question-title' }, title),
      element('p', {}, explanation),
      ends === undefined ? undefined : element('p', { class: 'ends' }, ends),
      choices,
      element('div', { class: 'actions' }, cancel, go),
    ),
  );
  document.body.append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
    dialog.showModal();
    cancel.focus();
  });
}
