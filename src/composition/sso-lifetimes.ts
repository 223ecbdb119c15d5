import { defaultLifetimes, type SsoLifetimes } from '../sso/settings.ts';
import type { PlatformSettings } from './settings.ts';

const secondsPerDay = 86_400;

export const ssoLifetimes = (settings: PlatformSettings): SsoLifetimes => ({
  ...defaultLifetimes,
  authorization: settings.AUTHORIZATION_SECONDS,
  keyNotice: settings.KEY_NOTICE_SECONDS,
  refreshToken: settings.REFRESH_TOKEN_DAYS * secondsPerDay,
  ownerSession: settings.OWNER_SESSION_DAYS * secondsPerDay,
  agentSession: settings.AGENT_SESSION_DAYS * secondsPerDay,
  consoleSession: settings.CONSOLE_SESSION_HOURS * 3_600,
});
