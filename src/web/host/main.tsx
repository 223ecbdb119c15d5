import { mount } from '../ui/mount.tsx';
import { readPageConfig } from '../ui/page-config.ts';
import { openTabSession } from '../ui/session.ts';
import { Host } from './host.tsx';
import { hostApi } from './host-api.ts';
import './host.css';

const config = readPageConfig();
const { demoAppId } = config;
const apps =
  demoAppId === null ? [] : [{ appId: demoAppId, name: 'Demo application', url: `${location.origin}/mini-app` }];
mount(<Host api={hostApi(openTabSession(config), config)} apps={apps} />);
