import type { PortalApi } from './portal-api.ts';

/** What the pages of one app are given. */
export interface SectionProps {
  readonly api: PortalApi;
  readonly appId: string;
  /** The key that was issued on this visit; it is kept nowhere else. */
  readonly issuedKey: string;
  readonly onIssued: (key: string) => void;
}
