import { type ReactNode, useState } from 'react';
import { Button, CopyField } from './button.tsx';
import { ConfirmDialog, Dialog, Drawer } from './dialog.tsx';
import { DataTable } from './data-table.tsx';
import { EmptyState, Skeleton } from './paged-list.tsx';
import { Choice, Field, LinesField, FilterChips } from './field.tsx';
import { MainContent, mountApplication, usePageTitle } from './page.tsx';
import { Wait } from './requests.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { Badge, Time, Timeline } from './values.tsx';
import './styles/sections.css';

/** The longest name without a place to break, a right-to-left one, one with bidi controls, and emoji. */
const names = ['W'.repeat(64), 'متجر القهوة', 'invoice \u202Efdp.exe', '👩🏽‍🚀 Raumfahrt 🚀'] as const;
const at = '2026-01-31T09:30:00.000Z';
const rows = names.map((name, index) => ({ name, index }));
const choices = [
  { value: 'all', text: 'All', count: 10_000 },
  { value: 'failed', text: 'Failed', count: 12 },
  { value: 'long', text: names[0] },
] as const;
type ChoiceValue = (typeof choices)[number]['value'];

/** Every component in every state, for screenshots and accessibility checks. */
function Showcase(): ReactNode {
  usePageTitle('Components');
  return (
    <MainContent className="page">
      <h1>Components</h1>
      <Buttons />
      <Fields />
      <Values />
      <Lists />
      <Waiting />
      <Dialogs />
    </MainContent>
  );
}

function Buttons(): ReactNode {
  return (
    <section aria-labelledby="buttons">
      <h2 id="buttons">Buttons</h2>
      <div className="row">
        {(['primary', 'plain', 'danger'] as const).map((kind) => (
          <Button key={kind} kind={kind}>
            {kind}
          </Button>
        ))}
        <Button kind="primary" busy>
          busy
        </Button>
        <Button disabled>disabled</Button>
      </div>
      <p>
        <CopyField label="address" value={`https://${names[0]}.example`} />
      </p>
    </section>
  );
}

function Fields(): ReactNode {
  const [text, setText] = useState<string>(names[0]);
  const [choice, setChoice] = useState<ChoiceValue>('all');
  return (
    <section aria-labelledby="fields">
      <h2 id="fields">Fields</h2>
      <Field label="Text" value={text} onChange={setText} hint="A hint stands below the field." />
      <Field label="With an error" value={text} onChange={setText} error="The name has more than 32 characters." />
      <Field label="Date and time" type="datetime-local" value="2026-01-31T09:30" onChange={() => undefined} />
      <LinesField label="Lines" value={names.join('\n')} onChange={() => undefined} />
      <Choice label="Choice" value={choice} options={choices} onChange={setChoice} />
      <FilterChips label="Filter" value={choice} options={choices} onChange={setChoice} />
    </section>
  );
}

function Values(): ReactNode {
  return (
    <section aria-labelledby="values">
      <h2 id="values">Values and notices</h2>
      <p className="row">
        {(['good', 'bad', 'busy', 'quiet'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <Time at={at} /> <Time at={at} to="second" />
      </p>
      {(['', 'good', 'busy'] as const).map((tone) => (
        <p key={tone} className={`notice ${tone}`}>
          A notice about {names[0]}
        </p>
      ))}
      <ErrorNotice error={new Error('The service cannot be reached.')} retry={() => undefined} />
    </section>
  );
}

function Lists(): ReactNode {
  return (
    <section aria-labelledby="lists">
      <h2 id="lists">Lists</h2>
      <div className="card">
        <DataTable
          label="Names"
          rows={rows}
          rowKey={({ name }) => name}
          columns={[
            { title: 'Name', cell: ({ name }) => <bdi>{name}</bdi> },
            { title: 'Made', cell: () => <Time at={at} /> },
            { title: 'Count', kind: 'number', cell: ({ index }) => 10 ** index },
            { title: '', cell: ({ name }) => <Button>Open {name.slice(0, 8)}</Button> },
          ]}
        />
      </div>
      <div className="card">
        <Timeline
          label="Delivery"
          entries={[
            { key: 'made', title: 'Accepted', at },
            { key: 'first', title: 'Attempt 1', at, tone: 'bad', children: <code>{names[0].repeat(4)}</code> },
            { key: 'second', title: 'Attempt 2', at, tone: 'busy', children: <p>Next in 5 minutes.</p> },
            { key: 'end', title: 'Received', at: null, tone: 'good' },
          ]}
        />
      </div>
      <EmptyState title="No app yet" action={<Button kind="primary">New app</Button>}>
        An app sends notifications under its name.
      </EmptyState>
      <EmptyState title={names[0]} />
    </section>
  );
}

function Waiting(): ReactNode {
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting">Waiting</h2>
      <Wait />
      <Skeleton lines={1} />
      <Skeleton lines={4} label="Loading deliveries…" />
    </section>
  );
}

function Dialogs(): ReactNode {
  const [open, setOpen] = useState<'dialog' | 'drawer' | 'confirmation'>();
  const close = () => setOpen(undefined);
  return (
    <section aria-labelledby="dialogs">
      <h2 id="dialogs">Dialogs</h2>
      <div className="row">
        {(['dialog', 'drawer', 'confirmation'] as const).map((kind) => (
          <Button key={kind} onClick={() => setOpen(kind)}>
            Open a {kind}
          </Button>
        ))}
      </div>
      {open === 'dialog' && (
        <Dialog title={`About ${names[0]}`} onClose={close}>
          <p>Escape closes it, and the focus returns to the button.</p>
          <div className="actions">
            <Button onClick={close}>Close</Button>
          </div>
        </Dialog>
      )}
      {open === 'drawer' && (
        <Drawer title={`Delivery of ${names[0]}`} onClose={close}>
          <pre tabIndex={0} aria-label="Payload">
            {JSON.stringify(names, null, 2)}
          </pre>
        </Drawer>
      )}
      {open === 'confirmation' && (
        <ConfirmDialog
          title="Delete the app?"
          action="Delete it"
          typed="delete"
          confirmation={{ busy: false, error: undefined, run: close, close }}
        >
          <p>It can be restored for 30 days.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

mountApplication(<Showcase />);
