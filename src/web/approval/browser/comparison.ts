import { element } from './element.ts';

/** Renders the comparison code. Screen readers spell it, because it is not a word. */
export function comparison(code: string, hint: string): HTMLElement {
  return element(
    'div',
    { class: 'comparison' },
    element('p', { class: 'comparison-label', id: 'comparison-label' }, 'Compare this code'),
    element(
      'p',
      { class: 'comparison-code' },
      element('span', { 'aria-hidden': 'true' }, code),
      element(
        'span',
        { class: 'visually-hidden' },
        Array.from(code, (letter) => (letter === '-' ? ',' : letter)).join(' '),
      ),
    ),
    element('p', { class: 'quiet' }, hint),
  );
}
