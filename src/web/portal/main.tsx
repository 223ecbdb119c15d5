import { mountApplication } from '../ui/page.tsx';
import { readPageConfig } from '../ui/page-config.ts';
import { openBoundSession, resumeSession } from '../ui/session.ts';
import { Portal } from './portal.tsx';
import { portalApi } from './portal-api.ts';
import '../ui/styles/sections.css';
import './portal.css';
import './usage.css';

const config = readPageConfig();
const session = await resumeSession(await openBoundSession(config, 'portal'));
mountApplication(<Portal session={session} api={portalApi(session, config)} />);
