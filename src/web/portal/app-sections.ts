import type { App } from '../../../generated/notifications/types.ts';
import type { PortalApi } from './portal-api.ts';

/** Titles of the sections of an app, in the order of their tabs. */
export const sectionTitles = {
  overview: 'Overview',
  deliveries: 'Deliveries',
  keys: 'API keys',
  webhook: 'Webhook',
  playground: 'Playground',
  usage: 'Usage',
  activity: 'Activity',
  settings: 'Settings',
} as const;

export type AppSection = keyof typeof sectionTitles;

export const isSection = (text: string): text is AppSection => Object.hasOwn(sectionTitles, text);

export const appSections = Object.keys(sectionTitles).filter(isSection);

export const sectionPath = (appId: string, section: AppSection): string => `/portal/apps/${appId}/${section}`;

export const deliveryPath = (appId: string, deliveryId: string): string =>
  `${sectionPath(appId, 'deliveries')}/${deliveryId}`;

export interface SectionProps {
  readonly api: PortalApi;
  readonly appId: string;
  readonly app: App;
  /** Loads the app again after a change. */
  readonly onChanged: () => void;
  /** The API key issued since the page was loaded; it is stored nowhere. */
  readonly issuedKey: string;
  readonly onIssued: (key: string) => void;
  /** Called when the person has copied the issued key, or says so. */
  readonly onKeySaved: () => void;
}

/** The test scenarios that the notification service offers. */
export const playgroundScenarios = [
  { value: 'delivered', text: 'delivered' },
  { value: 'clicked', text: 'delivered, then clicked' },
  { value: 'suppressed_user_in_app', text: 'suppressed: the user is in the app' },
  { value: 'dropped_permission_revoked', text: 'dropped: permission was turned off' },
  { value: 'dropped_device_unreachable', text: 'dropped: no device' },
  { value: 'error:permission_denied', text: 'refused 403: permission denied' },
  { value: 'error:duplicate_body', text: 'refused 400: duplicate text' },
  { value: 'error:rate_limited', text: 'refused 429: too many' },
  { value: 'error:session_address_not_found', text: 'refused 404: unknown session address' },
  { value: 'error:unknown', text: 'failed 500' },
] as const;

export type PlaygroundScenario = (typeof playgroundScenarios)[number]['value'];
