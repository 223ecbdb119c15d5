import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AuthorizeResponse } from '../../../generated/sso/types.ts';
import { Button } from './button.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { QrCode } from './qr-code.tsx';
import type { Session } from './session.ts';
import { useAction } from './use-action.ts';
import { Wait } from './wait.tsx';

export interface SignInProps {
  readonly session: Session;
  readonly title: string;
  readonly children: ReactNode;
}

/** A link and its QR code, until somebody approves on another screen, or on this one. */
export function SignIn({ session: { sso }, title, children }: SignInProps): ReactNode {
  const [asked, setAsked] = useState<AuthorizeResponse>();
  const [outcome, setOutcome] = useState<'rejected' | 'expired'>();
  const attempt = useRef<AbortController>(null);
  useEffect(() => () => attempt.current?.abort(), []);

  const { run, busy, error } = useAction(async () => {
    const abort = new AbortController();
    attempt.current = abort;
    const { signal } = abort;
    try {
      setOutcome(undefined);
      const request = await sso.generateDeeplink({ signal });
      setAsked(request);
      const { status, authorization_code: code } = await sso.waitForApproval(request.polling_code, {
        signal,
        onWake: whenSeenAgain,
      });
      if (code !== undefined) await sso.exchangeToken(code, { signal });
      else setOutcome(status === 'rejected' ? 'rejected' : 'expired');
    } catch (failure) {
      if (!signal.aborted) throw failure;
    } finally {
      setAsked(undefined);
    }
  });

  return (
    <main className="page narrow center">
      <h1>{title}</h1>
      {asked === undefined ? (
        <>
          <div className="lead">{children}</div>
          {outcome === 'rejected' && <p className="notice">The request was declined on the other screen.</p>}
          {outcome === 'expired' && (
            <p className="notice">Nobody decided in time. A request lives a few minutes only.</p>
          )}
          <ErrorNotice error={error} />
          <Button kind="primary" busy={busy} onClick={() => void run()}>
            Sign in
          </Button>
        </>
      ) : (
        <Asked asked={asked} cancel={() => attempt.current?.abort()} />
      )}
    </main>
  );
}

function Asked({ asked, cancel }: { readonly asked: AuthorizeResponse; readonly cancel: () => void }): ReactNode {
  const { deep_link: link, comparison_code: code } = asked;
  return (
    <div className="card stack">
      <p>
        Scan the code with your phone, or{' '}
        <a href={link} target="_blank" rel="noreferrer">
          approve in this browser
        </a>
        .
      </p>
      <QrCode text={link} label="QR code of the sign-in link" />
      {code !== undefined && (
        <p>
          Both screens show <strong className="comparison">{code}</strong>
          <br />
          Approve only when they agree.
        </p>
      )}
      <Wait>Waiting for the decision…</Wait>
      <Button onClick={cancel}>Cancel</Button>
    </div>
  );
}

/** A person who comes back from approving should not wait for the next poll. */
function whenSeenAgain(wake: () => void): () => void {
  const seen = () => document.visibilityState === 'visible' && wake();
  document.addEventListener('visibilitychange', seen);
  window.addEventListener('focus', wake);
  return () => {
    document.removeEventListener('visibilitychange', seen);
    window.removeEventListener('focus', wake);
  };
}
