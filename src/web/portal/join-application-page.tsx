import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { MainContent, usePageTitle } from '../ui/page.tsx';
import { useAction } from '../ui/requests.tsx';
import { AppLink, navigate } from '../ui/router.tsx';
import { applicationPath } from './applications-api.ts';
import { forgetInvite, keptInvite } from './keep-invite.ts';
import type { PortalApi } from './portal-api.ts';

/** Where the link of an invite leads: one button joins the application. */
export function JoinApplicationPage({ api: { call, applications } }: { readonly api: PortalApi }): ReactNode {
  usePageTitle('Join an application', 'Developer portal');
  const [code] = useState(keptInvite);
  const join = useAction(async (invite: string) => {
    const body = { code: invite };
    const { clientId } = await call(() => applications.createApplicationMembership({ body }));
    forgetInvite();
    navigate(applicationPath(clientId));
  });
  return (
    <MainContent className="page narrow center">
      <h1>Join an application</h1>
      {code === null ? (
        <p>This page needs the link of an invite. Ask an owner of the application for one.</p>
      ) : (
        <>
          <p>An owner of a sign-in application invited you to work on it with them. The link works once.</p>
          <ErrorNotice error={join.error} />
          <Button kind="primary" busy={join.busy} onClick={() => void join.run(code)}>
            Join
          </Button>
        </>
      )}
      <p>
        <AppLink to="/portal/applications">Your sign-in applications</AppLink>
      </p>
    </MainContent>
  );
}
