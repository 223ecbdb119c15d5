import { Component, type ReactNode, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { keepFocus } from './keep-focus.ts';
import { ErrorNotice } from './error-notice.tsx';
import '../../html/theme.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/feedback.css';
import { deleteDrafts } from './drafts.ts';
import { elapsed } from './elapsed.ts';
import { forgetBrowser } from './redirect-sign-in.ts';
import { type PageSession, revokeSession, signOut, useSubject } from './session.ts';
import { useAction } from './requests.tsx';

/** Renders an application into the page, inside an error boundary. */
export function mountApplication(application: ReactNode): void {
  const root = document.getElementById('app');
  if (root === null) return;
  keepFocus(root);
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>{application}</ErrorBoundary>
    </StrictMode>,
  );
}

interface BoundaryState {
  readonly error: unknown;
}

/** A class, because React has no error boundary hook. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, BoundaryState> {
  override readonly state: BoundaryState = { error: undefined };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return (
      <MainContent className="page narrow">
        <h1>This page crashed</h1>
        <ErrorNotice error={this.state.error} />
        <p>
          <button type="button" className="button" onClick={() => location.reload()}>
            Reload the page
          </button>
        </p>
      </MainContent>
    );
  }
}

/** The main content of a page, to which the skip link leads. */
export function MainContent({
  className,
  children,
}: {
  readonly className: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <main id="content" tabIndex={-1} className={className}>
      {children}
    </main>
  );
}

/** The bar with the application's name, the user and the sign-out button. */
export function TopBar({
  title,
  home,
  session,
  onSignOut,
  children,
}: {
  readonly title: string;
  /** Path of the application's first page. */
  readonly home: string;
  readonly session: PageSession;
  /** Called before the session ends, for clean-up that needs it. */
  readonly onSignOut?: () => Promise<void>;
  readonly children?: ReactNode;
}): ReactNode {
  const { sso } = session;
  const sub = useSubject(session);
  const signingOut = useAction(async () => {
    forgetBrowser();
    deleteDrafts(sessionStorage);
    await signOut({ sso, leave: onSignOut, revoke: (token) => revokeSession(sso, token), elapsed });
    await session.replaceKey?.().catch(() => undefined);
  });
  return (
    <header className="top">
      <a className="brand" href={home}>
        {title}
      </a>
      {children}
      <span className="grow" />
      {sub !== undefined && (
        <>
          <code className="subject" title={`You are ${sub}`}>
            {sub.slice(0, 8)}…
          </code>
          <button
            type="button"
            className="button small"
            aria-busy={signingOut.busy}
            title={`Ends your session of “${title}” in this browser. You stay signed in at the provider.`}
            onClick={() => void signingOut.run()}
          >
            Sign out
          </button>
        </>
      )}
    </header>
  );
}

/** Names the page in the tab, the history and for screen readers. @param parts from the page to the application */
export function usePageTitle(...parts: readonly string[]): void {
  const title = parts.join(' · ');
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}
