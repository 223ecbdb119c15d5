import { element } from './element.ts';

/** The code that both screens show. Read letter by letter, because it is no word. */
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
