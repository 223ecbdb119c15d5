import type { ReactNode } from 'react';
import type { Provider, Reach, UpdateProviderRequest } from '../../../generated/sso/types.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Choice, Field, LinesField, linesOf } from '../ui/field.tsx';
import { fieldErrors } from '../ui/field-errors.ts';
import { useDraft, useDraftChoice } from '../ui/use-draft.ts';

/** Ends the names of the drafts of an application that does not exist yet. */
export const newApplicationDraft = 'of a new application';

const reaches = [
  { value: 'sign-in', text: 'Signs people in' },
  { value: 'platform', text: 'Acts for people at the platform' },
] as const satisfies readonly { readonly value: Reach; readonly text: string }[];

/** What the form edits of an application. */
export type ApplicationDraft = Required<
  Pick<UpdateProviderRequest, 'name' | 'redirectUris' | 'allowedOrigins' | 'reach'>
>;

export interface ApplicationFormProps {
  /** The application to change; undefined for a new one. */
  readonly application?: Provider;
  readonly action: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onSubmit: (draft: ApplicationDraft) => void;
  /** Further fields. */
  readonly children?: ReactNode;
}

/** Fields of an application. */
export function ApplicationForm({
  application,
  action,
  busy,
  error,
  onSubmit,
  children,
}: ApplicationFormProps): ReactNode {
  const draft = application === undefined ? newApplicationDraft : `of ${application.providerAddress}`;
  const [name, setName] = useDraft(`name ${draft}`, application?.name ?? '');
  const [redirects, setRedirects] = useDraft(`redirect URIs ${draft}`, application?.redirectUris.join('\n') ?? '');
  const [origins, setOrigins] = useDraft(`origins ${draft}`, application?.allowedOrigins.join('\n') ?? '');
  const [reach, setReach] = useDraftChoice<Reach>(`reach ${draft}`, reaches, application?.reach ?? 'sign-in');
  const errors = fieldErrors(error, ['name', 'redirectUris', 'allowedOrigins', 'reach']);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy)
          onSubmit({ name: name.trim(), redirectUris: linesOf(redirects), allowedOrigins: linesOf(origins), reach });
      }}
    >
      <Field
        label="Name"
        hint="What people see when they approve."
        value={name}
        onChange={setName}
        required
        maxLength={64}
        error={errors.at('name')}
      />
      <LinesField
        label="Redirect URIs"
        hint="One a line: https, or http on this computer. None for applications that poll."
        value={redirects}
        onChange={setRedirects}
        error={errors.at('redirectUris')}
      />
      <LinesField
        label="Allowed origins"
        hint="One a line, such as https://notes.example: pages that may start sign-ins."
        value={origins}
        onChange={setOrigins}
        error={errors.at('allowedOrigins')}
      />
      <Choice label="Reach" value={reach} options={reaches} onChange={setReach} error={errors.at('reach')} />
      {children}
      <ErrorNotice error={errors.other} />
      <div className="actions">
        <Button type="submit" kind="primary" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
