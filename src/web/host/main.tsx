import { mountApplication } from '../ui/mount-application.tsx';
import { readPageConfig } from '../ui/page-config.ts';
import { openTabSession } from '../ui/session.ts';
import { WebHost } from './web-host.tsx';
import { hostApi } from './host-api.ts';
import './host.css';

const config = readPageConfig();
const { demoAppId } = config;
const apps =
  demoAppId === null ? [] : [{ appId: demoAppId, name: 'Demo application', url: `${location.origin}/mini-app` }];
mountApplication(<WebHost api={hostApi(openTabSession(config), config)} apps={apps} />);
