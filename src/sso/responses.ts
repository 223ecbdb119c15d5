import type { Provider } from '../../generated/sso/types.ts';
import type { Client } from './store/clients.ts';

/** Maps a stored application to the `Provider` schema. */
export function providerResponse({
  address,
  name,
  redirectUris,
  allowedOrigins,
  comparison,
  createdAt,
  disabledAt,
}: Client): Provider {
  return {
    providerAddress: address,
    name,
    redirectUris,
    allowedOrigins,
    comparison,
    createdAt: createdAt.toISOString(),
    disabledAt: disabledAt?.toISOString() ?? null,
  };
}
