import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { RunOutput, Toolkit } from './executables.ts';
import { providerAddress, startTestProvider, type TestProvider } from './test-provider.ts';

/** agent-id-core with a test provider and an empty state directory per test. */
export interface CoreWithProvider {
  readonly provider: TestProvider;
  readonly stateDir: string;
  /** Environment with the provider and its application. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs a command line of agent-id-core within this process. */
  readonly core: (...args: readonly string[]) => Promise<RunOutput>;
  /** Runs the built executable as a process. */
  readonly coreProcess: (...args: readonly string[]) => Promise<RunOutput>;
  /** Runs bind with a short interval and timeout. */
  readonly bind: () => Promise<RunOutput>;
}

/** Call at the top of a test file. */
export function useCore(toolkit: Toolkit): CoreWithProvider {
  let provider: TestProvider;
  let stateDir: string;
  beforeAll(async () => {
    provider = await startTestProvider();
  });
  afterAll(() => provider.close());
  beforeEach(() => {
    stateDir = toolkit.scratch();
    Object.assign(provider.behaviour, {
      decision: 'authorized',
      idTokenClaims: {},
      tokenType: 'DPoP',
      allowedOrigins: ['http://localhost'],
      revoked: false,
    });
    provider.behaviour.nextResponses.length = 0;
  });
  const env = () => ({ SSO_BASE_URL: provider.url, PLATFORM_PROVIDER_ADDRESS: providerAddress });
  const core = (...args: readonly string[]) =>
    toolkit.run('agent-id-core', [...args, '--state-dir', stateDir], { env: env() });
  return {
    get provider() {
      return provider;
    },
    get stateDir() {
      return stateDir;
    },
    get env() {
      return env();
    },
    core,
    coreProcess: (...args) => toolkit.spawn('agent-id-core', [...args, '--state-dir', stateDir], { env: env() }),
    bind: () => core('bind', '--poll-interval-ms', '100', '--timeout-sec', '5'),
  };
}
