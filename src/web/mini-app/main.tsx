import { getBridge } from '../../client/miniapp/bridge.ts';
import { bearerMiddleware } from '../../client/http/bearer-middleware.ts';
import { mount } from '../ui/mount.tsx';
import { openTabSession } from '../ui/session.ts';
import { miniAppApi } from './mini-app-api.ts';
import { AloneMiniApp } from './alone.tsx';
import { MiniApp } from './mini-app.tsx';
import { readMiniAppConfig } from './read-mini-app-config.ts';
import './mini-app.css';

const config = readMiniAppConfig();
const { authToken } = getBridge().launchParams;
// In a host the person is signed in already; in an ordinary browser the page signs them in itself.
if (authToken === undefined) {
  const session = openTabSession(config);
  mount(<AloneMiniApp session={session} api={miniAppApi(session.middleware)} products={config.products} />);
} else {
  mount(<MiniApp api={miniAppApi(bearerMiddleware(() => authToken))} products={config.products} />);
}
