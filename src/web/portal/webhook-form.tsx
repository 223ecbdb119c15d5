import type { ReactNode } from 'react';
import type { RegisteredWebhook, Webhook } from '../../../generated/notifications/types.ts';
import { RefusedError } from '../../typed-contract/client.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Field } from '../ui/field.tsx';
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
        hint="A public https URL. Addresses of this machine or of a private network are refused."
      />
      <ErrorNotice error={save.error} />
      {isNotPublic(save.error) && (
        <p className="hint">
          To test on this machine, start the platform with <code>WEBHOOK_ALLOW_TARGETS=127.0.0.1/32</code>.
        </p>
      )}
      <Button type="submit" kind="primary" busy={save.busy} disabled={url.trim() === '' || url.trim() === current}>
        {submit}
      </Button>
    </form>
  );
}

function isNotPublic(error: unknown): boolean {
  return error instanceof RefusedError && JSON.stringify(error.body).includes('address_not_public');
}
