import type { PageConfig } from '../ui/page-config.ts';
import type { Token } from '../../../generated/backend/types.ts';

/** A product as the app displays it. The invoice fixes the price that is charged. */
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

/** Configuration that the server writes into the demo mini app's page. */
export interface MiniAppConfig extends PageConfig {
  readonly products: readonly ShownProduct[];
}
