import { confirm } from './confirm.ts';
import { element } from './element.ts';
import { endText, readEndPreview } from './end-preview.ts';
import { translated } from './language.ts';
import { confirmWithPasskey } from './passkey.ts';
import { showScreen } from './screen.ts';
import { responseError, sso } from './sso.ts';

/** Deletes the user's identity after a confirmation and a passkey assertion. */
export async function deleteIdentity(): Promise<void> {
  const confirmed = await confirm({
    title: translated('deleteQuestion'),
    explanation: translated('deleteText'),
    ends: endText(await readEndPreview({ kind: 'owner' })),
    yes: translated('deleteForGood'),
  });
  if (!confirmed) return;
  const response = await sso.deleteOwner({ body: { assertion: await confirmWithPasskey({ action: 'delete_owner' }) } });
  if (response.status !== 204) throw responseError(response);
  showScreen(
    element('div', { class: 'outcome no', 'aria-hidden': 'true' }),
    element('h1', {}, translated('deleted')),
    element('p', {}, translated('deletedText')),
  );
}
