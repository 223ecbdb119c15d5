import { lazy, type ReactNode } from 'react';
import { RefusedError } from '../../typed-contract/client.ts';
import { LazyPage, MainContent, mountApplication, TopBar } from '../ui/page.tsx';
import { RequireSignIn } from '../ui/sign-in-screen.tsx';
import { useResource, Wait } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { openConsoleSession, resumeSession, useSubject } from '../ui/session.ts';
import { type ConsoleApi, createConsoleApi } from './console-api.ts';
import { readPageConfig } from '../ui/page-config.ts';
import '../ui/styles/sections.css';
import './console.css';

/** In a file of its own, which signed-out visitors do not load. */
const ConsolePages = lazy(async () => ({ default: (await import('./console-pages.tsx')).ConsolePages }));

function OperatorConsole({ api }: { readonly api: ConsoleApi }): ReactNode {
  return (
    <>
      <TopBar title="Operator console" home="/admin" session={api.session} onSignOut={api.keys.close} />
      <RequireSignIn
        session={api.session}
        title="Operator console"
        invitation={<p>For operators of this platform. You confirm with your passkey, which counts for ten minutes.</p>}
      >
        <Opened api={api} />
      </RequireSignIn>
    </>
  );
}

/** Opens the console, and shows why it stays closed. */
function Opened({ api }: { readonly api: ConsoleApi }): ReactNode {
  const access = useResource('console', async () => ((await api.keys.isGranted()) ? api.keys.open() : null));
  if (access.value)
    return (
      <LazyPage>
        <ConsolePages api={api} access={access.value} />
      </LazyPage>
    );
  if (access.value === null) return <NoAccess api={api} />;
  // The grant ended in between.
  if (access.error instanceof RefusedError && access.error.status === 403) return <NoAccess api={api} />;
  return (
    <MainContent className="page narrow center">
      <h1>Opening the console</h1>
      <ErrorNotice error={access.error} retry={access.reload} />
      {access.loading && <Wait>Checking your access…</Wait>}
    </MainContent>
  );
}

function NoAccess({ api }: { readonly api: ConsoleApi }): ReactNode {
  const sub = useSubject(api.session) ?? '';
  return (
    <MainContent className="page narrow">
      <h1>You have no access</h1>
      <p>
        The operator console is for owners to whom an administrator granted access. An administrator with the bootstrap
        key runs:
      </p>
      <pre>
        <code>npx platform admin grant {sub} --scope owners,audit</code>
      </pre>
    </MainContent>
  );
}

const config = readPageConfig();
try {
  const session = await resumeSession(await openConsoleSession(config));
  mountApplication(<OperatorConsole api={createConsoleApi(session, config)} />);
} catch (error) {
  mountApplication(
    <MainContent className="page narrow">
      <h1>The console cannot start</h1>
      <ErrorNotice error={error} />
    </MainContent>,
  );
}
