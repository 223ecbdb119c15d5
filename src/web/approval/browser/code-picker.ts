import type { AuthorizationRequest, DecisionRequest } from '../../../../generated/sso/types.ts';
import { confirm } from './confirm.ts';
import { element } from './element.ts';
import { translated } from './language.ts';
import { PageError } from './page-error.ts';

type PickedCode = Pick<DecisionRequest, 'comparisonCode' | 'withoutComparison'>;

export interface CodePicker {
  readonly element: HTMLElement;
  /**
   * Returns the picked code; undefined when the user reconsiders an approval without a code.
   *
   * @throws PageError when nothing is picked
   */
  readonly read: () => Promise<PickedCode | undefined>;
}

/** Value of the choice for a screen without a code. */
const noCode = 'none';

/** Creates the choice among three comparison codes, of which the requesting screen shows one (RFC 10027). */
export function createCodePicker({ comparison, comparisonChoices }: AuthorizationRequest): CodePicker {
  const inputs = [...comparisonChoices, ...(comparison === 'optional' ? [noCode] : [])].map((value) =>
    element('input', { type: 'radio', name: 'comparison-code', value, id: `code-${value}` }),
  );
  const picked = () => inputs.find(({ checked }) => checked)?.value;
  const picker = element(
    'fieldset',
    { class: 'comparison code-picker' },
    element('legend', { class: 'comparison-label' }, translated('whichCode')),
    ...inputs.map((input) =>
      element(
        'label',
        { class: input.value === noCode ? 'code-choice without' : 'code-choice', for: input.id },
        input,
        input.value === noCode ? translated('noCode') : element('span', { class: 'code-text' }, input.value),
      ),
    ),
  );
  return {
    element: picker,
    read: async () => {
      const code = picked();
      if (code === undefined) {
        inputs[0]?.focus();
        throw new PageError(translated('pickCode'));
      }
      if (code !== noCode) return { comparisonCode: code };
      return (await confirmWithoutCode()) ? { withoutComparison: true } : undefined;
    },
  };
}

/** The second warning before an approval without comparison. */
const confirmWithoutCode = (): Promise<boolean> =>
  confirm({
    title: translated('withoutCodeQuestion'),
    explanation: translated('withoutCodeText'),
    yes: translated('withoutCode'),
  });
