import type { Toolkit } from './executables.ts';
import { providerAddress, type TestProvider } from './test-provider.ts';

/** Creates an identity in a new state directory and binds it to the owner of the test provider. */
export async function bindTestAgent(toolkit: Toolkit, provider: TestProvider): Promise<string> {
  const stateDir = toolkit.scratch();
  const { json, stderr } = await toolkit.run('agent-id-core', ['bootstrap', '--state-dir', stateDir], {
    env: { SSO_BASE_URL: provider.url, PLATFORM_PROVIDER_ADDRESS: providerAddress },
  });
  if (json['ok'] !== true) throw new Error(`the test agent was not bound: ${JSON.stringify(json)} ${stderr}`);
  return stateDir;
}
