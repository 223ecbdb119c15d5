import { mountApplication } from '../ui/page.tsx';
import { readPageConfig } from '../ui/page-config.ts';
import { openHostSession, resumeSession } from '../ui/session.ts';
import { WebHost } from './web-host.tsx';
import { hostApi } from './host-api.ts';
import './host.css';

const config = readPageConfig();
const { demoAppId } = config;
const apps =
  demoAppId === null ? [] : [{ appId: demoAppId, name: 'Demo application', url: `${location.origin}/mini-app` }];
const session = await resumeSession(openHostSession(config));
mountApplication(<WebHost api={hostApi(session, config)} apps={apps} />);
