import { formatCountdown, translated } from './language.ts';
import { element } from './screen.ts';

/** Renders the time until a request expires, counted down while it is shown. */
export function timeLeft(expiresAt: string): HTMLElement {
  const left = element('span', { class: 'countdown', role: 'timer', 'aria-live': 'off' });
  const tick = (): void => {
    left.textContent = translated('expiresIn', { time: formatCountdown(Date.parse(expiresAt) - Date.now()) });
  };
  const repeat = (): void => {
    tick();
    if (left.isConnected) setTimeout(repeat, 1000);
  };
  tick();
  // The caller adds the element to the page first.
  setTimeout(repeat, 1000);
  return left;
}
