import type { ReactNode } from 'react';
import type { Resource } from '../../../generated/sso/types.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, useConfirmed } from '../ui/dialog.tsx';
import { useDraft } from '../ui/drafts.ts';
import { EmptyState } from '../ui/paged-list.tsx';
import { Field, fieldErrors, Form } from '../ui/field.tsx';
import { ResourceStatus, useAction, useResource } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Badge, Time } from '../ui/values.tsx';
import { type ApplicationSectionProps, ignoreAlreadyDeleted } from './portal-api.ts';
import { Snippet } from './snippet.tsx';

const maxResources = 5;

/** Origins for which tokens are issued, with the state of their proof. */
export function ApplicationResources({ api, application }: ApplicationSectionProps): ReactNode {
  const { call, applications, issuer } = api;
  const { clientId, role } = application;
  const resources = useResource(`resources ${clientId}`, (signal) =>
    call(() => applications.getResources({ path: { clientId }, signal })),
  );
  const check = useAction(async (resourceId: string) => {
    await call(() => applications.testResource({ path: { clientId, resourceId } }));
    resources.reload();
  });
  const remove = useConfirmed(async ({ resourceId }: Resource) => {
    await ignoreAlreadyDeleted(call(() => applications.deleteResource({ path: { clientId, resourceId } })));
    resources.reload();
  });
  const found = resources.value?.resources;
  return (
    <section aria-labelledby="resources">
      <h2 id="resources">Resources</h2>
      <p className="soft">
        Your APIs. Every application and agent can get tokens for an origin here, when its people approve: it proves by
        its metadata that it trusts this provider.
      </p>
      <ResourceStatus of={resources} />
      <ErrorNotice error={check.error} />
      {found?.length === 0 && (
        <EmptyState title="You have no resource yet">Serve the metadata below at your origin, then add it.</EmptyState>
      )}
      {found !== undefined && found.length > 0 && (
        <ul className="card members">
          {found.map((resource) => (
            <li key={resource.resourceId} className="row between">
              <ResourceState resource={resource} />
              {role === 'owner' && (
                <span className="row">
                  <Button busy={check.busy} onClick={() => void check.run(resource.resourceId)}>
                    Check now<span className="hidden"> {resource.origin}</span>
                  </Button>
                  <Button onClick={() => remove.ask(resource)}>
                    Delete<span className="hidden"> {resource.origin}</span>
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {role === 'owner' && found !== undefined && found.length < maxResources && (
        <NewResource
          clientId={clientId}
          create={async (origin) => {
            await call(() => applications.createResource({ path: { clientId }, body: { origin } }));
            resources.reload();
          }}
        />
      )}
      <Snippet
        title="GET /.well-known/oauth-protected-resource"
        codes={[{ language: 'json', code: metadataOf(issuer, clientId) }]}
      />
      {remove.asked !== undefined && (
        <ConfirmDialog title={`Delete ${remove.asked.origin}?`} action="Delete it" confirmation={remove}>
          <p>No further tokens are issued for it. Those in use end within minutes.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

const metadataOf = (issuer: string, clientId: string): string =>
  JSON.stringify(
    { resource: 'https://api.example', authorization_servers: [issuer], platform_client_id: clientId },
    null,
    2,
  );

const tones = { proven: 'good', warned: 'busy', suspended: 'bad' } as const;

function ResourceState({ resource: { origin, status, checkedAt, failure } }: { readonly resource: Resource }) {
  return (
    <span>
      <code>{origin}</code> <Badge tone={tones[status]}>{status}</Badge>{' '}
      <small className="soft">
        checked <Time at={checkedAt} />
        {failure !== null && <>: {failure}</>}
      </small>
    </span>
  );
}

function NewResource({
  clientId,
  create,
}: {
  readonly clientId: string;
  readonly create: (origin: string) => Promise<void>;
}): ReactNode {
  const [origin, setOrigin] = useDraft(`resource of ${clientId}`, '');
  const adding = useAction(async () => {
    await create(origin.trim().replace(/\/$/, ''));
    setOrigin('');
  });
  const errors = fieldErrors(adding.error, ['origin']);
  return (
    <Form className="card" onSubmit={() => void adding.run()}>
      <Field
        label="Origin"
        hint="https and a public host, such as https://api.example."
        type="url"
        value={origin}
        onChange={setOrigin}
        required
        maxLength={512}
        error={errors.at('origin')}
      />
      <ErrorNotice error={errors.other} />
      <Button type="submit" kind="primary" busy={adding.busy}>
        Add the resource
      </Button>
    </Form>
  );
}
