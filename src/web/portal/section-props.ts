import type { App } from '../../../generated/notifications/types.ts';
import type { PortalApi } from './portal-api.ts';

/** Properties of an app's sections. */
export interface SectionProps {
  readonly api: PortalApi;
  readonly appId: string;
  readonly app: App;
  /** Loads the app again after a change. */
  readonly onChanged: () => void;
  /** The API key issued since the page was loaded; it is stored nowhere. */
  readonly issuedKey: string;
  readonly onIssued: (key: string) => void;
}
