/**
 * oidc-provider with DPoP and in-memory storage. Prints its address and an access token that is bound to the key whose
 * thumbprint is the first argument.
 */
import { generateKeyPairSync } from 'node:crypto';
import { Provider } from 'oidc-provider';
import { freePort } from '../../../src/runtime/start/ports.ts';

const stores = new Map<string, Map<string, object>>();

class MapAdapter {
  readonly store: Map<string, object>;
  constructor(name: string) {
    this.store = stores.get(name) ?? new Map<string, object>();
    stores.set(name, this.store);
  }
  async upsert(id: string, payload: object) {
    this.store.set(id, payload);
  }
  async find(id: string) {
    return this.store.get(id);
  }
  async findByUid() {
    return undefined;
  }
  async findByUserCode() {
    return undefined;
  }
  async consume(id: string) {
    this.store.set(id, { ...this.store.get(id), consumed: Math.floor(Date.now() / 1000) });
  }
  async destroy(id: string) {
    this.store.delete(id);
  }
  async revokeByGrantId() {}
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const resourceServer = { scope: 'api', audience: 'forum', accessTokenTTL: 900, accessTokenFormat: 'jwt' };
const provider = new Provider(url, {
  adapter: MapAdapter,
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }] },
  clients: [
    {
      client_id: 'client',
      client_secret: 'secret',
      token_endpoint_auth_method: 'client_secret_post',
      grant_types: ['client_credentials', 'authorization_code'],
      redirect_uris: ['http://127.0.0.1/callback'],
      response_types: ['code'],
    },
  ],
  scopes: ['openid', 'api'],
  findAccount: async (_context: unknown, id: string) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  pkce: { required: () => true },
  features: {
    dPoP: { enabled: true },
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => undefined,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({ ...resourceServer, jwt: { sign: { alg: 'RS256' } } }),
    },
  },
  interactions: { url: () => '/interaction' },
});

const grant = new provider.Grant({ clientId: 'client', accountId: 'owner' });
grant.addOIDCScope('openid');
const grantId = await grant.save();
const client = await provider.Client.find('client');
const token = new provider.AccessToken({
  client,
  accountId: 'owner',
  grantId,
  scope: 'openid',
  gty: 'authorization_code',
});
token.jkt = process.argv[2] ?? '';
const accessToken = await token.save();
provider.listen(port, '127.0.0.1').once('listening', () => console.log(JSON.stringify({ url, accessToken })));
