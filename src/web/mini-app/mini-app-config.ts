import type { PageConfig } from '../ui/page-config.ts';
import type { Token } from '../../../generated/backend/types.ts';

/** A product as the app shows it; the price that counts is the invoice's. */
export interface ShownProduct {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly iconUrl: string;
  /** In whole tokens. */
  readonly price: string;
  readonly token: Token;
  readonly test?: string;
}

/** What the demo mini app's page is told by its server. */
export interface MiniAppConfig extends PageConfig {
  readonly products: readonly ShownProduct[];
}
