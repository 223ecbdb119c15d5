import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { DraftContext, openDrafts } from './drafts.ts';
import { type PageSession, useSubject } from './session.ts';
import type { AuthorizeResponse } from '../../../generated/sso/types.ts';
import { Button } from './button.tsx';
import { uiText } from './language.ts';
import { MainContent } from './page.tsx';
import { redirectToSignIn } from './redirect-sign-in.ts';
import { useAction } from './requests.tsx';
import { ErrorNotice } from './error-notice.tsx';

/** Shows its children to signed-in users, and the sign-in screen to signed-out ones. */
export function RequireSignIn({
  session,
  title,
  invitation,
  children,
}: {
  readonly session: PageSession;
  readonly title: string;
  /** Text above the sign-in button. */
  readonly invitation: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const subject = useSubject(session);
  const signedIn = subject !== undefined;
  const [before, setBefore] = useState(signedIn);
  if (signedIn && !before) setBefore(true);
  const keeping = useMemo(
    () =>
      subject === undefined
        ? undefined
        : {
            drafts: openDrafts(sessionStorage, subject),
            isSignedIn: () => session.sso.getAccessToken() !== null,
          },
    [session, subject],
  );
  if (signedIn) return <DraftContext value={keeping}>{children}</DraftContext>;
  return (
    <SignInScreen session={session} title={title}>
      {before && (
        <p className="notice" role="status">
          {uiText('signedOut')}
        </p>
      )}
      {invitation}
    </SignInScreen>
  );
}

/** In a file of its own: pages of the platform's own applications sign in by redirect and never load it. */
const PendingRequest = lazy(async () => ({ default: (await import('./pending-request.tsx')).PendingRequest }));

/** Signs in at the provider, by redirect or by QR code. */
function SignInScreen({
  session,
  title,
  children,
}: {
  readonly session: PageSession;
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
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
          {outcome === 'rejected' && <p className="notice">{uiText('declined')}</p>}
          {outcome === 'expired' && <p className="notice">{uiText('expired')}</p>}
          <ErrorNotice error={error ?? (typeof returned === 'object' ? returned.error : undefined)} />
          <Button kind="primary" busy={busy} onClick={() => void run()}>
            {uiText('signIn')}
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
