import { loadSettings } from '../../../src/composition/load-settings.ts';
import { areas } from '../../../src/typed-contract/areas.ts';
import { databasesOf } from '../../../src/composition/database-settings.ts';
import { serviceNames } from '../../../src/composition/settings.ts';
import { gatewayChecks } from '../../../src/gateway/check-gateway.ts';
import { GatewayConfigError, readGatewayConfig } from '../../../src/gateway/config.ts';
import { loadGatewaySettings } from '../../../src/gateway/settings.ts';
import { openDatabase } from '../../../src/runtime/database/database.ts';
import {
  type CheckResult,
  type InstallationCheck,
  reasonOf,
  runCheck,
} from '../../../src/runtime/start/installation-check.ts';
import { SettingsError } from '../../../src/runtime/start/settings.ts';
import { addressChecks, databaseChecks, natsCheck, redisCheck, secretChecks } from './checks.ts';
import { runningGatewayChecks } from './gateway-checks.ts';

export interface Doctor {
  readonly env: NodeJS.ProcessEnv;
  /** File of a gateway on this machine, which is checked instead of the services. */
  readonly gatewayFile: string | undefined;
  /** Receives every result as soon as it is known. */
  readonly report: (result: CheckResult) => void;
}

/** Checks an installation with the settings of its environment. @returns how many checks failed */
export async function runDoctor({ env, gatewayFile, report }: Doctor): Promise<number> {
  let failures = 0;
  const tell = (name: string, advice?: string): void => {
    if (advice !== undefined) failures += 1;
    report({ name, advice });
  };
  const run = async (checks: readonly InstallationCheck[]): Promise<void> => {
    for (const check of checks) {
      const { name, advice } = await runCheck(check);
      tell(name, advice);
    }
  };
  try {
    if (gatewayFile === undefined) await checkServices();
    else await checkRunningGateway(gatewayFile);
  } catch (error) {
    if (error instanceof SettingsError) for (const problem of error.problems) tell('settings', problem);
    else if (error instanceof GatewayConfigError)
      for (const problem of error.problems) tell(gatewayFile ?? 'gateway', problem);
    else tell('doctor', reasonOf(error));
  }
  return failures;

  async function checkServices(): Promise<void> {
    const { settings, addresses, production } = await loadSettings(serviceNames, env);
    tell('the settings are valid');
    const now = () => Date.now();
    await run(secretChecks(settings, production));
    await run(
      addressChecks({ addresses, production, insecureHttp: settings.ALLOW_INSECURE_HTTP === true, fetch, now }),
    );
    if (settings.REDIS_URL !== undefined) await run([redisCheck(settings.REDIS_URL, now)]);
    if (settings.NATS_URL !== undefined) await run([natsCheck(settings.NATS_URL)]);
    const databases = databasesOf(settings, areas);
    for (const { areas: names, databaseUrl, setting } of databases) {
      const of = databases.length === 1 ? '' : ` of ${names.join(', ')}`;
      if (databaseUrl === undefined) {
        tell(`the database${of} is embedded: its only user is the platform`);
        continue;
      }
      const database = await openDatabase({ databaseUrl, poolSize: 1 });
      const checks = databaseChecks({ database, databaseUrl, setting, areas: names, production, now });
      await run(
        checks.map((check) => ({ ...check, name: check.name.replace('the database', `the database${of}`) })),
      ).finally(() => database.close());
    }
  }

  async function checkRunningGateway(file: string): Promise<void> {
    const config = readGatewayConfig(file);
    tell(`${file} is valid`);
    const settings = loadGatewaySettings(env);
    tell('the settings are valid');
    await run(gatewayChecks(config, settings, fetch));
    await run(runningGatewayChecks({ config, settings, production: env['NODE_ENV'] === 'production', fetch }));
  }
}
