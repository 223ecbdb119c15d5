import { type ReactNode, useState } from 'react';
import type { CreateDetailTypeRequest, DetailType } from '../../../generated/sso/types.ts';
import { Button, CopyField } from '../ui/button.tsx';
import { ConfirmDialog, useConfirmed } from '../ui/dialog.tsx';
import { useDraft } from '../ui/drafts.ts';
import { EmptyState } from '../ui/paged-list.tsx';
import { Field, fieldErrors, Form, LinesField } from '../ui/field.tsx';
import { ResourceStatus, useAction, useResource } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { type ApplicationSectionProps, ignoreAlreadyDeleted } from './portal-api.ts';
import { Snippet } from './snippet.tsx';

const maxTypes = 20;

/** What the application can ask people to approve beside payments, actions and delegations. */
export function ApplicationDetailTypes({ api, application }: ApplicationSectionProps): ReactNode {
  const { call, applications } = api;
  const { clientId, role } = application;
  const types = useResource(`detail types ${clientId}`, (signal) =>
    call(() => applications.getDetailTypes({ path: { clientId }, signal })),
  );
  const remove = useConfirmed(async ({ name }: DetailType) => {
    await ignoreAlreadyDeleted(call(() => applications.deleteDetailType({ path: { clientId, name } })));
    types.reload();
  });
  const found = types.value?.types;
  return (
    <section aria-labelledby="detail-types">
      <h2 id="detail-types">Request types</h2>
      <p className="soft">
        What your agents can ask people to approve, beside payments, actions and delegations. People read your sentence,
        marked as your words, and every member.
      </p>
      <ResourceStatus of={types} />
      {found?.length === 0 && (
        <EmptyState title="You have no type yet">Register what the application asks for below.</EmptyState>
      )}
      {found?.map((type) => (
        <article key={type.name} className="card">
          <div className="row between">
            <h3>{type.name}</h3>
            {role === 'owner' && (
              <Button onClick={() => remove.ask(type)}>
                Delete<span className="hidden"> {type.name}</span>
              </Button>
            )}
          </div>
          <CopyField label={`type ${type.name}`} value={type.type} />
          <ul>
            {Object.entries(type.sentences).map(([language, sentence]) => (
              <li key={language}>
                <code>{language}</code> <bdi>{sentence}</bdi>
              </li>
            ))}
          </ul>
          {type.usedOnce && <p className="soft">A granted request of this type is used once.</p>}
          <Snippet title="Schema" codes={[{ language: 'json', code: JSON.stringify(type.schema, null, 2) }]} />
        </article>
      ))}
      {role === 'owner' && found !== undefined && found.length < maxTypes && (
        <NewType
          clientId={clientId}
          create={async (body) => {
            await call(() => applications.createDetailType({ path: { clientId }, body }));
            types.reload();
          }}
        />
      )}
      {remove.asked !== undefined && (
        <ConfirmDialog title={`Delete ${remove.asked.name}?`} action="Delete it" confirmation={remove}>
          <p>New requests cannot use it. What was asked before stays as it is.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

const exampleSchema = JSON.stringify(
  {
    type: 'object',
    required: ['room', 'nights'],
    properties: { room: { type: 'string', maxLength: 40 }, nights: { type: 'integer', minimum: 1 } },
  },
  null,
  2,
);

const names = ['name', 'schema', 'sentences'] as const;

function NewType({
  clientId,
  create,
}: {
  readonly clientId: string;
  readonly create: (body: CreateDetailTypeRequest) => Promise<void>;
}): ReactNode {
  const [name, setName] = useDraft(`type of ${clientId}`, '');
  const [schema, setSchema] = useDraft(`schema of ${clientId}`, exampleSchema);
  const [en, setEn] = useDraft(`sentence en of ${clientId}`, '');
  const [de, setDe] = useDraft(`sentence de of ${clientId}`, '');
  const [ja, setJa] = useDraft(`sentence ja of ${clientId}`, '');
  const [once, setOnce] = useState(false);
  const [malformed, setMalformed] = useState<string>();
  const adding = useAction(async () => {
    setMalformed(undefined);
    let parsed: CreateDetailTypeRequest['schema'];
    try {
      // The provider checks it and names what is wrong.
      parsed = JSON.parse(schema);
    } catch {
      setMalformed('This is not JSON.');
      return;
    }
    await create({
      name: name.trim(),
      schema: parsed,
      sentences: { en, ...(de && { de }), ...(ja && { ja }) },
      usedOnce: once,
    });
    for (const clear of [setName, setEn, setDe, setJa]) clear('');
    setSchema(exampleSchema);
    setOnce(false);
  });
  const errors = fieldErrors(adding.error, names);
  const sentence = { maxLength: 200, hint: '{member} stands for a value.' };
  return (
    <Form className="card" onSubmit={() => void adding.run()}>
      <Field
        label="Name"
        hint="Up to 32 lower-case letters, digits and hyphens."
        value={name}
        onChange={setName}
        required
        maxLength={32}
        error={errors.at('name')}
      />
      <LinesField
        label="Schema"
        hint="At most 20 members: text, whole numbers and truth values."
        value={schema}
        onChange={setSchema}
        error={malformed ?? errors.at('schema')}
      />
      <Field
        {...sentence}
        label="Sentence in English"
        value={en}
        onChange={setEn}
        required
        error={errors.at('sentences')}
      />
      <Field {...sentence} label="Sentence in German" value={de} onChange={setDe} />
      <Field {...sentence} label="Sentence in Japanese" value={ja} onChange={setJa} />
      <label className="row">
        <input type="checkbox" checked={once} onChange={({ target }) => setOnce(target.checked)} />
        <span>Used once: what a person granted is good for one action</span>
      </label>
      <ErrorNotice error={errors.other} />
      <Button type="submit" kind="primary" busy={adding.busy}>
        Register the type
      </Button>
    </Form>
  );
}
