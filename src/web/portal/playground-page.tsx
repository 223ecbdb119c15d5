import { type ReactNode, useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Choice, Field } from '../ui/field.tsx';
import { Link } from '../ui/router.tsx';
import { useAction } from '../ui/use-action.ts';
import { useSubject } from '../ui/use-session.ts';
import type { SectionProps } from './section-props.ts';
import { NotificationDeliveries } from './notification-deliveries.tsx';
import { sectionPath } from './sections.ts';
import { type TestScenario, testScenarios } from './test-scenarios.ts';

interface Outcome {
  readonly status: number;
  readonly body: object | undefined;
  /** Of an accepted send. */
  readonly notificationId: string | undefined;
}

/** Test mode: every outcome and refusal of a send, with real signed webhooks and without a person. */
export function PlaygroundPage({ api, appId, issuedKey }: SectionProps): ReactNode {
  const sub = useSubject(api.session) ?? '';
  const [apiKey, setApiKey] = useState(issuedKey);
  const [body, setBody] = useState('Your flat white is ready!');
  const [startParam, setStartParam] = useState('order=7041');
  const [scenario, setScenario] = useState<TestScenario>('delivered');
  const [outcome, setOutcome] = useState<Outcome>();
  const send = useAction(async () => {
    setOutcome(undefined);
    const answer = await api.sender(apiKey.trim()).sendNotification({
      body: { sessionAddress: sub, body, test: scenario, ...(startParam !== '' && { startParam }) },
    });
    const notificationId = answer.status === 202 ? answer.body.notificationId : undefined;
    setOutcome({ status: answer.status, body: answer.body, notificationId });
  });
  return (
    <section aria-labelledby="playground">
      <h2 id="playground">Playground</h2>
      <p className="soft">
        Sends in test mode: nobody is notified, consent and limits do not count, and the signed webhooks are real. The
        recipient is you.
      </p>
      <div className="columns">
        <form
          className="card"
          onSubmit={(event) => {
            event.preventDefault();
            void send.run();
          }}
        >
          <Field
            label="API key"
            type="password"
            autoComplete="off"
            value={apiKey}
            onChange={setApiKey}
            required
            hint={
              <>
                Starts with <code>ank_</code>. It is used for this request and kept nowhere.{' '}
                <Link to={sectionPath(appId, 'keys')}>Issue one</Link>
              </>
            }
          />
          <Choice label="Outcome" value={scenario} options={testScenarios} onChange={setScenario} />
          <Field label="Text" value={body} onChange={setBody} required hint="1 to 178 characters." />
          <Field
            label="Start parameter"
            value={startParam}
            onChange={setStartParam}
            hint="What the app is given after a tap; up to 256 bytes."
          />
          <ErrorNotice error={send.error} />
          <Button type="submit" kind="primary" busy={send.busy}>
            Send
          </Button>
        </form>
        <div className="card" aria-live="polite">
          <h3>Answer</h3>
          {outcome === undefined ? (
            <p className="soft">Send something to see it here.</p>
          ) : (
            <>
              <p>
                <Badge tone={outcome.status === 202 ? 'good' : 'bad'}>{outcome.status}</Badge>
              </p>
              <pre tabIndex={0} aria-label="Answer">
                {JSON.stringify(outcome.body, null, 2)}
              </pre>
              {outcome.notificationId !== undefined && (
                <NotificationDeliveries
                  key={outcome.notificationId}
                  api={api}
                  appId={appId}
                  notificationId={outcome.notificationId}
                />
              )}
            </>
          )}
        </div>
      </div>
    </section>
  );
}
