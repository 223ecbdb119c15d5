import type { OwnerProfile } from '../../../../generated/sso/types.ts';
import { element } from './element.ts';
import { translated } from './language.ts';
import { runAction } from './screen.ts';
import { responseError, sso } from './sso.ts';

/** What was typed and could not be saved, for the form that is shown after a new sign-in. */
let unsaved: OwnerProfile | undefined;

/** Renders the form for what applications may see of the user. @param saved runs after a change */
export function profileForm(profile: OwnerProfile, saved: () => Promise<void>): HTMLElement {
  const shown = unsaved ?? profile;
  const name = element('input', {
    id: 'profile-name',
    maxlength: '64',
    autocomplete: 'off',
    value: shown.displayName ?? '',
  });
  const picture = element('input', {
    id: 'profile-picture',
    type: 'url',
    maxlength: '512',
    pattern: 'https://.+',
    title: translated('profilePictureHint'),
    placeholder: 'https://',
    autocomplete: 'off',
    value: shown.pictureUrl ?? '',
  });
  const save = element('button', { type: 'submit', class: 'button primary' }, translated('saveProfile'));
  const form = element(
    'form',
    { class: 'profile' },
    element('label', { for: 'profile-name' }, translated('profileName')),
    name,
    element('label', { for: 'profile-picture' }, translated('profilePicture')),
    picture,
    element('div', { class: 'actions' }, save),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const typed = { displayName: textOf(name), pictureUrl: textOf(picture) };
    void runAction(async () => {
      unsaved = typed;
      const response = await sso.updateOwnerProfile({ body: typed });
      if (response.status !== 200) throw responseError(response);
      unsaved = undefined;
      await saved();
    }, save);
  });
  return form;
}

/** Returns the text without surrounding space; null for none. */
const textOf = ({ value }: HTMLInputElement): string | null => value.trim() || null;
