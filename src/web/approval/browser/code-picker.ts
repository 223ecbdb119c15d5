import type { AuthorizationRequest, DecisionRequest } from '../../../../generated/sso/types.ts';
import { element } from './element.ts';

type PickedCode = Pick<DecisionRequest, 'comparisonCode' | 'withoutComparison'>;

export interface CodePicker {
  readonly element: HTMLElement;
  /** @throws Error when nothing is picked */
  readonly read: () => PickedCode;
}

const noCode = 'none';

/** Creates the choice among three comparison codes, of which the requesting screen shows one. */
export function createCodePicker({ comparison, comparisonChoices }: AuthorizationRequest): CodePicker {
  const inputs = [...comparisonChoices, ...(comparison === 'optional' ? [noCode] : [])].map((value) =>
    element('input', { type: 'radio', name: 'comparison-code', value, id: `code-${value}` }),
  );
  const warning = element(
    'p',
    { class: 'notice', hidden: true },
    'Approve without a code only if you started this yourself, and the other screen really shows none. Otherwise you may sign a stranger in as you.',
  );
  const picker = element(
    'fieldset',
    { class: 'comparison code-picker' },
    element('legend', { class: 'comparison-label' }, 'Which code does the other screen show?'),
    ...inputs.map((input) =>
      element(
        'label',
        { class: 'code-choice', for: input.id },
        input,
        input.value === noCode
          ? element('span', {}, 'It shows no code')
          : element('span', { class: 'comparison-inline' }, input.value),
      ),
    ),
    warning,
  );
  picker.addEventListener('change', () => {
    warning.hidden = selected() !== noCode;
  });
  const selected = () => inputs.find((input) => input.checked)?.value;
  return {
    element: picker,
    read: () => {
      const code = selected();
      if (code === undefined) throw new Error('Pick the code that the other screen shows.');
      return code === noCode ? { withoutComparison: true } : { comparisonCode: code };
    },
  };
}
