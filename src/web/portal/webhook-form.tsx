import type { ReactNode } from 'react';
import type { RegisteredWebhook, Webhook } from '../../../generated/notifications/types.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Field } from '../ui/field.tsx';
import { fieldErrors } from '../ui/field-errors.ts';
import { callWithSession } from '../ui/session.ts';
import { useAction } from '../ui/use-action.ts';
import { useDraft } from '../ui/use-draft.ts';
import type { PortalApi } from './portal-api.ts';

export interface WebhookFormProps {
  readonly api: PortalApi;
  readonly appId: string;
  readonly url: string;
  readonly submit: string;
  /** Receives the public key after the first registration. */
  readonly onSaved: (webhook: Webhook | RegisteredWebhook) => void;
}

/** The form for a webhook's URL, which the service validates. */
export function WebhookForm({
  api: { session, portal },
  appId,
  url: current,
  submit,
  onSaved,
}: WebhookFormProps): ReactNode {
  const [url, setUrl] = useDraft(`webhook of ${appId}`, current);
  const save = useAction(async () => {
    const saved = await callWithSession(session, () =>
      portal.setWebhook({ path: { appId }, body: { url: url.trim() } }),
    );
    onSaved(saved);
  });
  const errors = fieldErrors(save.error, ['url']);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
    >
      <Field
        label="URL"
        type="url"
        value={url}
        onChange={setUrl}
        required
        maxLength={2048}
        placeholder="https://api.example.com/hooks/push-status"
        error={errors.at('url')}
        hint={
          <>
            A public https URL. To receive events on your own computer, use the https address of a tunnel, or forward
            them with <code>npm run webhooks -- listen</code>.
          </>
        }
      />
      <ErrorNotice error={errors.other} />
      <Button type="submit" kind="primary" busy={save.busy} disabled={url.trim() === '' || url.trim() === current}>
        {submit}
      </Button>
    </form>
  );
}
