import { type ReactNode, useState } from 'react';
import type { UpdateApplicationRequest } from '../../../generated/sso/types.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, useConfirmed } from '../ui/dialog.tsx';
import { useDraft } from '../ui/drafts.ts';
import { Field, fieldErrors, Form, LinesField, linesOf } from '../ui/field.tsx';
import { useAction } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { navigate } from '../ui/router.tsx';
import type { ApplicationSectionProps } from './portal-api.ts';
import { IconField, readDataUrl } from './icon-field.tsx';
import { Badge, Time } from '../ui/values.tsx';

/** Longest icon of the contract, bytes. */
const maxBytes = 45_000;

function ApplicationIcon({
  api: { call, applications },
  application: { clientId, iconUrl },
  onChanged,
}: ApplicationSectionProps): ReactNode {
  const store = async (file: File | undefined): Promise<void> => {
    const icon = file === undefined ? null : await readIcon(file);
    await call(() => applications.setApplicationIcon({ path: { clientId }, body: { icon } }));
    onChanged();
  };
  return (
    <IconField
      hint="PNG or JPEG, up to 45 kB and 1024 × 1024 pixels."
      accept={['image/png', 'image/jpeg']}
      image={iconUrl ?? undefined}
      store={store}
    />
  );
}

async function readIcon(file: File): Promise<string> {
  if (file.size > maxBytes)
    throw new Error(`${file.name} has ${Math.ceil(file.size / 1000)} kB; choose an image of at most 45 kB.`);
  const [, base64 = ''] = (await readDataUrl(file)).split(',');
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

const fields = [
  'name',
  'redirectUris',
  'allowedOrigins',
  'postLogoutRedirectUris',
  'backchannelLogoutUri',
  'policyUri',
  'tosUri',
] as const;

const urlOf = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** Name, addresses and links of an application; its reach; its deletion. */
export function ApplicationSettings(props: ApplicationSectionProps): ReactNode {
  const {
    api: { call, applications },
    application,
    onChanged,
  } = props;
  const { clientId, role } = application;
  const draft = (name: string) => `${name} of ${clientId}`;
  const [name, setName] = useDraft(draft('name'), application.name);
  const [redirects, setRedirects] = useDraft(draft('redirects'), application.redirectUris.join('\n'));
  const [origins, setOrigins] = useDraft(draft('origins'), application.allowedOrigins.join('\n'));
  const [logouts, setLogouts] = useDraft(draft('logouts'), application.postLogoutRedirectUris.join('\n'));
  const [backchannel, setBackchannel] = useDraft(draft('backchannel'), application.backchannelLogoutUri ?? '');
  const [policy, setPolicy] = useDraft(draft('policy'), application.policyUri ?? '');
  const [terms, setTerms] = useDraft(draft('terms'), application.tosUri ?? '');
  const [saved, setSaved] = useState(false);
  const update = useAction(async () => {
    setSaved(false);
    const body: UpdateApplicationRequest = {
      ...(name.trim() !== application.name && { name: name.trim() }),
      redirectUris: linesOf(redirects),
      allowedOrigins: linesOf(origins),
      postLogoutRedirectUris: linesOf(logouts),
      backchannelLogoutUri: urlOf(backchannel),
      policyUri: urlOf(policy),
      tosUri: urlOf(terms),
    };
    await call(() => applications.updateApplication({ path: { clientId }, body }));
    setSaved(true);
    onChanged();
  });
  const errors = fieldErrors(update.error, fields);
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <Form className="card" onSubmit={() => void update.run()}>
        <Field
          label="Name"
          hint={
            application.reach === 'platform'
              ? 'An administrator verified it: ask the operator to change it.'
              : 'What people read when they approve a sign-in.'
          }
          value={name}
          onChange={setName}
          required
          maxLength={80}
          error={errors.at('name')}
        />
        <LinesField
          label="Redirect URIs"
          hint="One a line: https, http on localhost, or an app's own scheme such as com.example.app:/callback."
          value={redirects}
          onChange={setRedirects}
          error={errors.at('redirectUris')}
        />
        <LinesField
          label="Origins of your pages"
          hint="Pages that call the provider from the browser, such as https://app.example; none for a server."
          value={origins}
          onChange={setOrigins}
          error={errors.at('allowedOrigins')}
        />
        <LinesField
          label="Addresses after a logout"
          hint="Where a logout that your application starts may return to, one a line."
          value={logouts}
          onChange={setLogouts}
          error={errors.at('postLogoutRedirectUris')}
        />
        <Field
          label="Back-channel logout"
          hint="Receives a logout token when a person signs out elsewhere. Optional."
          type="url"
          value={backchannel}
          onChange={setBackchannel}
          error={errors.at('backchannelLogoutUri')}
        />
        <Field
          label="Privacy policy"
          hint="An https address. Optional."
          type="url"
          value={policy}
          onChange={setPolicy}
          error={errors.at('policyUri')}
        />
        <Field
          label="Terms of service"
          hint="An https address. Optional."
          type="url"
          value={terms}
          onChange={setTerms}
          error={errors.at('tosUri')}
        />
        <ErrorNotice error={errors.other} />
        <div className="row">
          <Button type="submit" kind="primary" busy={update.busy}>
            Save
          </Button>
          {saved && <span role="status">Saved.</span>}
        </div>
      </Form>
      {application.reach === 'sign-in' && <ApplicationIcon {...props} />}
      <ApplicationReach {...props} />
      {role === 'owner' && <DeleteApplication {...props} />}
    </section>
  );
}

function DeleteApplication({
  api: { call, applications },
  application: { clientId, name },
}: ApplicationSectionProps): ReactNode {
  const remove = useConfirmed(async () => {
    await call(() => applications.deleteApplication({ path: { clientId } }));
    navigate('/portal/applications');
  });
  return (
    <div className="card">
      <h3>Delete the application</h3>
      <p className="soft">
        Nobody can sign in with it again, and everybody who did is signed out. It cannot be undone.
      </p>
      <Button kind="danger" onClick={() => remove.ask(true)}>
        Delete the application
      </Button>
      {remove.asked !== undefined && (
        <ConfirmDialog title={`Delete ${name}?`} action="Delete it" typed={name} confirmation={remove}>
          <p>All sign-ins with it end at once, its secrets stop working, and its client id is never used again.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Where the tokens of the application reach, and how its owners ask for more. */
function ApplicationReach({
  api: { call, applications },
  application: { clientId, role, reach, reachRequest, subjectType },
  onChanged,
}: ApplicationSectionProps): ReactNode {
  const [reason, setReason] = useDraft(`reach of ${clientId}`, '');
  const ask = useAction(async () => {
    await call(() => applications.createReachRequest({ path: { clientId }, body: { reason: reason.trim() } }));
    setReason('');
    onChanged();
  });
  const errors = fieldErrors(ask.error, ['reason']);
  const canAsk =
    reach === 'sign-in' && role === 'owner' && reachRequest?.status !== 'pending' && subjectType === 'public';
  return (
    <div className="card">
      <h3>Reach</h3>
      <p>
        {reach === 'platform'
          ? 'Its tokens are accepted by the services of the platform: it can act for people there.'
          : 'It signs people in and calls its own backend. To act for people at the services of the platform, ask the operator.'}
      </p>
      {reachRequest !== undefined && (
        <p role="status">
          {reachRequest.status === 'pending' && <Badge tone="busy">waits for an administrator</Badge>}
          {reachRequest.status === 'approved' && <Badge tone="good">approved</Badge>}
          {reachRequest.status === 'declined' && <Badge tone="bad">declined</Badge>}{' '}
          <Time at={reachRequest.decidedAt ?? reachRequest.createdAt} />
          {reachRequest.decisionReason !== null && <>: {reachRequest.decisionReason}</>}
        </p>
      )}
      {canAsk && (
        <Form onSubmit={() => void ask.run()}>
          <Field
            label="What does the application do there?"
            hint="The operator reads it before the decision."
            value={reason}
            onChange={setReason}
            required
            maxLength={1000}
            error={errors.at('reason')}
          />
          <ErrorNotice error={errors.other} />
          <Button type="submit" busy={ask.busy}>
            Ask for the reach platform
          </Button>
        </Form>
      )}
    </div>
  );
}
