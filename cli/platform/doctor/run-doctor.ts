import { loadSettings } from '../../../src/composition/load-settings.ts';
import { areas } from '../../../src/typed-contract/areas.ts';
import { databasesOf } from '../../../src/composition/database-settings.ts';
import { serviceNames } from '../../../src/composition/settings.ts';
import { gatewayChecks } from '../../../src/gateway/check-gateway.ts';
import { GatewayConfigError, readGatewayConfig, type GatewayConfig, type Route } from '../../../src/gateway/config.ts';
import { loadGatewaySettings, defaultAdminPort, type GatewaySettings } from '../../../src/gateway/settings.ts';
import { openDatabase } from '../../../src/runtime/database/database.ts';
import { type CheckResult, type InstallationCheck, reasonOf, runCheck } from '../../../src/runtime/start/system.ts';
import { SettingsError } from '../../../src/runtime/start/settings.ts';
import { addressChecks, databaseChecks, natsCheck, redisCheck, secretChecks } from './checks.ts';
import { isIP, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { existingSigningKeys, keyFileIn } from '../../../src/gateway/signing-keys.ts';
import { inNetworks } from '../../../src/runtime/outbound/outbound-target.ts';

const timeoutMs = 5_000;

/** Checks a gateway that runs on this machine with these settings: keys, probes, its file, and whom it believes. */
function runningGatewayChecks(dependencies: {
  readonly config: GatewayConfig;
  readonly settings: GatewaySettings;
  readonly production: boolean;
  readonly fetch: typeof globalThis.fetch;
}): readonly InstallationCheck[] {
  const { config, settings, production, fetch } = dependencies;
  const asked = reachable(settings.HOST);
  const gateway = urlOf(asked, settings.GATEWAY_PORT);
  const adminPort = settings.ADMIN_PORT ?? (production ? defaultAdminPort : undefined);
  const operator = adminPort === undefined ? gateway : urlOf(reachable(settings.ADMIN_HOST), adminPort);
  const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });

  return [
    {
      name: `the gateway responds at ${gateway}, with the keys of this environment`,
      run: async () => {
        const signing = await existingSigningKeys(settings);
        if (signing === undefined)
          return `${keyFileIn(resolve(settings.DATA_DIR))} does not exist; run the doctor with its GATEWAY_KEY or DATA_DIR`;
        const { kid } = signing.current();
        const keys = await (await get(`${gateway}/.well-known/jwks.json`)).text();
        return keys.includes(`"${kid}"`)
          ? undefined
          : 'it publishes other keys; run the doctor with its GATEWAY_KEY or DATA_DIR, as its user';
      },
    },
    {
      name: `its probes respond at ${operator}`,
      run: async () => {
        for (const probe of ['/healthz', '/readyz']) {
          const { status } = await get(operator + probe);
          if (status !== 200) return `${probe} is ${status}; its log, or the checks above, say why`;
        }
        return undefined;
      },
    },
    {
      name: 'it reads the file as it is',
      run: async () => {
        const metrics = await (await get(`${operator}/metrics`)).text();
        const [, value] = /^gateway_config_last_reload_successful\S* (\d)$/m.exec(metrics) ?? [];
        if (value === undefined) return `${operator}/metrics is not that of a gateway; set ADMIN_PORT as it has it`;
        return value === '1' ? undefined : 'the last change was wrong and the former file still counts; see its log';
      },
    },
    {
      name: 'probes and metrics are not where proxies ask',
      run: async () => {
        if (!production) return undefined;
        return (await get(`${gateway}/metrics`)).ok ? `${gateway} serves /metrics; set ADMIN_PORT` : undefined;
      },
    },
    {
      name: 'it believes the trusted proxies only',
      run: async () => {
        const [route] = config.routes;
        const { code } = await ask(route);
        // A connection to an address of this machine comes from the same address.
        const named = isIP(asked) === 0 || inNetworks(config.trustedProxies)(asked);
        if (code === 'untrusted_proxy')
          return isIP(asked) !== 0 && named
            ? `it does not believe ${asked}, which trustedProxies names; run the doctor with the file that it was started with`
            : undefined;
        if (!named) return `it believes ${asked}, which trustedProxies does not name; restart it`;
        return code === 'no_route' ? 'it does not know the first route; run the doctor with its file' : undefined;
      },
    },
  ];

  /** Asks as a proxy does for a request without credentials. */
  async function ask(route: Route | undefined): Promise<{ readonly code: string }> {
    const path = (route?.template ?? []).map((part) => (part.kind === 'text' ? part.text : 'x')).join('/');
    const response = await get(`${gateway}/verify`, {
      'x-forwarded-method': route?.methods[0] ?? 'GET',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': route?.host ?? '',
      'x-forwarded-uri': `/${path}`,
    });
    return { code: response.headers.get('x-gateway-code') ?? `${response.status}` };
  }
}

/** An address on which a program that listens everywhere is reached. */
const reachable = (host: string): string => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host);

const urlOf = (host: string, port: number): string => `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;

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
      const of = databases.length === 1 ? '' : ` (${names.join(', ')})`;
      if (databaseUrl === undefined) {
        tell(`the database is embedded: its only user is the platform${of}`);
        continue;
      }
      const database = await openDatabase({ databaseUrl, poolSize: 1 });
      const checks = databaseChecks({ database, databaseUrl, setting, areas: names, production, now });
      await run(checks.map((check) => ({ ...check, name: check.name + of }))).finally(() => database.close());
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
