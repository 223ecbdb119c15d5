import { element } from './element.ts';
import { suggestedName } from './passkey.ts';

/** Creates the field for the name of a new passkey, and its label. */
export function passkeyNameField(label: string): { readonly label: HTMLElement; readonly input: HTMLInputElement } {
  return {
    label: element('label', { for: 'passkey-name' }, label),
    input: element('input', {
      id: 'passkey-name',
      name: 'name',
      required: true,
      maxlength: '80',
      autocomplete: 'off',
      value: suggestedName(),
    }),
  };
}
