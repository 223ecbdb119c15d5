import { element } from './element.ts';
import { translated } from './language.ts';

export interface DisconnectReasons {
  readonly element: HTMLElement;
  readonly isStolen: () => boolean;
  /** Begin of the day since which the key may be stolen; undefined when nobody knows. */
  readonly stolenSince: () => string | undefined;
}

/**
 * Asks why a connection with a key ends: a stolen key is worthless for good.
 *
 * @param stolenEnds what ends when the key is stolen
 */
export function disconnectReasons(stolenEnds: string): DisconnectReasons {
  const reason = (value: string) => element('input', { type: 'radio', name: 'reason', value });
  const [unused, stolen] = [reason('unused'), reason('stolen')];
  unused.checked = true;
  const since = element('input', { type: 'date', name: 'since', max: new Date().toISOString().slice(0, 10) });
  // A date says something about a stolen key only.
  since.addEventListener('input', () => (stolen.checked = true));
  const fieldset = element(
    'fieldset',
    { class: 'reasons' },
    element('legend', {}, translated('whyDisconnect')),
    element('label', {}, unused, element('span', {}, translated('noLongerUsed'))),
    element(
      'label',
      {},
      stolen,
      element('span', {}, translated('keyStolen'), element('small', {}, translated('keyStolenText'), ' ', stolenEnds)),
    ),
    element(
      'label',
      { class: 'since' },
      element('span', {}, translated('stolenSince'), element('small', {}, translated('stolenSinceText'))),
      since,
    ),
  );
  return {
    element: fieldset,
    isStolen: () => stolen.checked,
    stolenSince: () => since.valueAsDate?.toISOString(),
  };
}
