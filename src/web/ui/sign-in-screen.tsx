import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { AuthorizeResponse } from '../../../generated/sso/types.ts';
import { Button } from './button.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { MainContent } from './main-content.tsx';
import { redirectToSignIn } from './redirect-sign-in.ts';
import type { PageSession } from './session.ts';
import { useAction } from './use-action.ts';

/** In a file of its own: pages of the platform's own applications sign in by redirect and never load it. */
const PendingRequest = lazy(async () => ({ default: (await import('./pending-request.tsx')).PendingRequest }));

export interface SignInScreenProps {
  readonly session: PageSession;
  readonly title: string;
  readonly children: ReactNode;
}

/** Signs in at the provider, by redirect or by QR code. */
export function SignInScreen({ session, title, children }: SignInScreenProps): ReactNode {
  const { sso, redirectUri, returned, signIn } = session;
  const [request, setRequest] = useState<AuthorizeResponse>();
  const [outcome, setOutcome] = useState<'rejected' | 'expired' | undefined>(
    returned === 'declined' ? 'rejected' : undefined,
  );
  const attempt = useRef<AbortController>(null);
  useEffect(() => () => attempt.current?.abort(), []);

  const { run, busy, error } = useAction(async () => {
    if (redirectUri !== null) return await redirectToSignIn({ ...session, redirectUri }, signIn);
    const abort = new AbortController();
    attempt.current = abort;
    const { signal } = abort;
    try {
      setOutcome(undefined);
      const started = await sso.generateDeeplink({ signal });
      setRequest(started);
      const { status, authorization_code: code } = await sso.waitForApproval(started.polling_code, {
        signal,
        onWake: whenVisible,
      });
      if (code !== undefined) await sso.exchangeToken(code, { signal });
      else setOutcome(status === 'rejected' ? 'rejected' : 'expired');
    } catch (failure) {
      if (!signal.aborted) throw failure;
    } finally {
      setRequest(undefined);
    }
  });

  return (
    <MainContent className="page narrow center">
      <h1>{title}</h1>
      {request === undefined ? (
        <>
          <div className="lead">{children}</div>
          {outcome === 'rejected' && <p className="notice">The request was declined. Nothing was connected.</p>}
          {outcome === 'expired' && (
            <p className="notice">The request expired before it was approved. A request is valid for a few minutes.</p>
          )}
          <ErrorNotice error={error ?? (typeof returned === 'object' ? returned.error : undefined)} />
          <Button kind="primary" busy={busy} onClick={() => void run()}>
            Sign in
          </Button>
        </>
      ) : (
        <Suspense>
          <PendingRequest request={request} cancel={() => attempt.current?.abort()} />
        </Suspense>
      )}
    </MainContent>
  );
}

/** Wakes the polling when the user returns to the page, for example after approving in another tab. */
function whenVisible(wake: () => void): () => void {
  const onChange = () => document.visibilityState === 'visible' && wake();
  document.addEventListener('visibilitychange', onChange);
  window.addEventListener('focus', wake);
  return () => {
    document.removeEventListener('visibilitychange', onChange);
    window.removeEventListener('focus', wake);
  };
}
