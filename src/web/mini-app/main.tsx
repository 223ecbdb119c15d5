import { getBridge } from '../../client/miniapp/bridge.ts';
import { bearerMiddleware } from '../../client/http/middleware.ts';
import { mountApplication } from '../ui/page.tsx';
import { openTabSession, resumeSession } from '../ui/session.ts';
import { miniAppApi, readMiniAppConfig } from './mini-app-api.ts';
import { MiniApp, StandaloneMiniApp } from './mini-app.tsx';
import './mini-app.css';

const config = readMiniAppConfig();
const { authToken } = getBridge().launchParams;
// A host passes an access token; outside a host the page signs the user in itself.
if (authToken === undefined) {
  // A visit does not sign in by itself: the shop can be looked at, and another application's sign-in is not its own.
  const opened = openTabSession(config);
  const session = location.pathname.endsWith('/callback') ? await resumeSession(opened) : opened;
  mountApplication(
    <StandaloneMiniApp session={session} api={miniAppApi(session.middleware)} products={config.products} />,
  );
} else {
  mountApplication(<MiniApp api={miniAppApi(bearerMiddleware(() => authToken))} products={config.products} />);
}
