import type { Provider } from '../../generated/sso/types.ts';
import type { Client } from './store/clients.ts';

/** An application as administrators are shown it. */
export function providerOf({ address, name, redirectUris, allowedOrigins, createdAt, disabledAt }: Client): Provider {
  return {
    providerAddress: address,
    name,
    redirectUris,
    allowedOrigins,
    createdAt: createdAt.toISOString(),
    disabledAt: disabledAt?.toISOString() ?? null,
  };
}
