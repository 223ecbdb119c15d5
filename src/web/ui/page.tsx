import { Component, lazy, type ReactNode, StrictMode, Suspense, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { keepFocus } from './keep-focus.ts';
import '../../html/theme.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/feedback.css';
import { deleteDrafts } from './drafts.ts';
import { elapsed } from './elapsed.ts';
import { uiText } from './language.ts';
import { forgetBrowser } from './known-browser.ts';
import { type PageSession, profileOf, revokeSession, signOut, useSubject } from './session.ts';
import { useAction, Wait } from './requests.tsx';
import { ErrorNotice } from './error-notice.tsx';

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
        <h1>{uiText('crashed')}</h1>
        <ErrorNotice error={this.state.error} />
        <p>
          <button type="button" className="button" onClick={() => location.reload()}>
            {uiText('reload')}
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

/** Shows that a page whose code loads later is loading. */
export const LazyPage = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <Suspense
    fallback={
      <MainContent className="page">
        <Wait />
      </MainContent>
    }
  >
    {children}
  </Suspense>
);

/** The bar with the application's name, the user and the sign-out button. */
export function TopBar({
  title,
  home,
  session,
  onSignOut,
  translated,
}: {
  readonly title: string;
  /** Path of the application's first page. */
  readonly home: string;
  readonly session: PageSession;
  /** Called before the session ends, for clean-up that needs it. */
  readonly onSignOut?: () => Promise<void>;
  /** Whether the page is translated, so that its language can be chosen. */
  readonly translated?: true;
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
      <span className="grow" />
      <MenuButton account={`${sso.config.ssoBaseUrl}/owner`} translated={translated === true} />
      {sub !== undefined && (
        <>
          <User session={session} sub={sub} />
          <button
            type="button"
            className="button small"
            aria-busy={signingOut.busy}
            title={uiText('signOutHint', { title })}
            onClick={() => void signingOut.run()}
          >
            {uiText('signOut')}
          </button>
        </>
      )}
    </header>
  );
}

/** The signed-in user by picture and, where there is room, by name. */
function User({ session, sub }: { readonly session: PageSession; readonly sub: string }): ReactNode {
  const { name, picture } = profileOf(session);
  const label = uiText('youAre', { who: name ?? sub });
  return (
    <span className="subject" role="img" aria-label={label} title={label}>
      <Suspense>
        <Avatar id={sub} name={name} picture={picture} />
      </Suspense>
      {name !== null && <bdi>{name}</bdi>}
    </span>
  );
}

/** In a file of its own, because signed-out visitors have no picture. */
const Avatar = lazy(async () => ({ default: (await import('./avatar.tsx')).Avatar }));

/** In a file of its own, with the library for menus, which is loaded on first use. */
const TopMenu = lazy(async () => ({ default: (await import('./top-menu.tsx')).TopMenu }));

function MenuButton({ account, translated }: { readonly account: string; readonly translated: boolean }): ReactNode {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button small"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {uiText('menu')}
      </button>
      {open && (
        <Suspense>
          <TopMenu anchor={button} account={account} translated={translated} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
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
