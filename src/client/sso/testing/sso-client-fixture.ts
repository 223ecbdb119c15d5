import { beforeEach } from 'vitest';
import { flowKeys } from '../pending-sign-in.ts';
import { SsoClient } from '../sso-client.ts';
import type { SsoClientConfig } from '../sso-config.ts';
import { tokenKeys } from '../stored-session.ts';
import {
  alice,
  baseUrl,
  clientId,
  createFakeProvider,
  type FakeProvider,
  inspectableStorage,
} from './fake-provider.ts';

type Storage = ReturnType<typeof inspectableStorage>;

export const tokenKeyList = Object.values(tokenKeys);
export const flowKeyList = Object.values(flowKeys);
/** What the storages hold when there is neither a session nor a sign-in. */
export const nothing = Object.fromEntries(tokenKeyList.map((name) => [name, null]));
export const noFlow = Object.fromEntries(flowKeyList.map((name) => [name, null]));

/** A provider and storages that are new for each test; they are read where they are needed, in the test. */
export interface SsoClientFixture {
  readonly provider: FakeProvider;
  readonly tokens: Storage;
  readonly flow: Storage;
  readonly client: (config?: Partial<SsoClientConfig>) => SsoClient;
  readonly signedIn: (config?: Partial<SsoClientConfig>, sub?: string) => Promise<SsoClient>;
  /** Starts a sign-in that its owner approves. @returns the authorization code */
  readonly approved: (sso: SsoClient, sub?: string) => Promise<string>;
  /** Token requests that were refreshes. */
  readonly refreshes: () => ReturnType<FakeProvider['to']>;
}

/** Call it at the top of a test file. */
export function useSsoClient(): SsoClientFixture {
  let provider: FakeProvider;
  let tokens: Storage;
  let flow: Storage;
  beforeEach(async () => {
    provider = await createFakeProvider();
    tokens = inspectableStorage();
    flow = inspectableStorage();
  });

  const client: SsoClientFixture['client'] = (config) =>
    new SsoClient({
      ssoBaseUrl: baseUrl,
      providerAddress: clientId,
      fetch: provider.fetch,
      now: () => provider.clock.now,
      tokenStorage: tokens,
      flowStorage: flow,
      ...config,
    });
  return {
    get provider() {
      return provider;
    },
    get tokens() {
      return tokens;
    },
    get flow() {
      return flow;
    },
    client,
    signedIn: async (config, sub = alice) => {
      const sso = client(config);
      await sso.generateDeeplink();
      await sso.exchangeToken(provider.approve(sub));
      return sso;
    },
    approved: async (sso, sub = alice) => {
      const { polling_code: polling } = await sso.generateDeeplink();
      provider.approve(sub);
      return (await sso.pollAuth(polling)).authorization_code ?? '';
    },
    refreshes: () => provider.to('/oauth/token').filter(({ form }) => form.get('grant_type') === 'refresh_token'),
  };
}
