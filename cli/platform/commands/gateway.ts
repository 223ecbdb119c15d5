import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Option } from '@commander-js/extra-typings';
import { writeAll } from '../../shared/host.ts';
import { CommandError, describeCommand, type Output } from '../command.ts';

/** Files of the proxies; the program of a package has them, too. */
const proxyFiles = { nginx: 'nginx.conf', caddy: 'Caddyfile', traefik: 'traefik.yaml', envoy: 'envoy.yaml' };
type ProxyName = keyof typeof proxyFiles;
const proxyNames: readonly ProxyName[] = ['nginx', 'caddy', 'traefik', 'envoy'];
const proxyFolder = resolve(import.meta.dirname, '..', '..', '..', 'deploy', 'gateway');

export const gatewayCommand = (output: Output) =>
  describeCommand('gateway', {
    summary: 'verify callers for services in any language, behind nginx, Caddy, Traefik and Envoy',
    details: `Settings are environment variables: GATEWAY_PORT (4005), HOST, DATA_DIR, GATEWAY_KEY, GATEWAY_INSTANCES, REDIS_URL,
ADMIN_PORT, DRAIN_SECONDS, LOG_LEVEL. The guide: docs/guides/gateway.md.`,
    examples: [
      'platform gateway --config gateway.json',
      'platform gateway --config gateway.json --check',
      'platform gateway --proxy caddy > Caddyfile',
    ],
  })
    .option('--config <file>', 'what is let through; read again when it changes', 'gateway.json')
    .option('--check', 'check file, settings, provider, clock, keys and Redis, and start nothing')
    .option('--schema', 'print the JSON schema of the file')
    .addOption(new Option('--proxy <name>', 'print the file of a proxy that asks the gateway').choices(proxyNames))
    .option('--rotate-key', 'add a key to DATA_DIR, which signs assertions after ten minutes')
    .action(async (values) => runGateway(values, output));

interface GatewayFlags {
  readonly config: string;
  readonly check?: true | undefined;
  readonly schema?: true | undefined;
  readonly proxy?: ProxyName | undefined;
  readonly rotateKey?: true | undefined;
}

async function runGateway(values: GatewayFlags, output: Output): Promise<void> {
  if (values.proxy) return output.text(readFileSync(join(proxyFolder, proxyFiles[values.proxy]), 'utf8'));
  // Loaded here, so that --help starts fast.
  const { gatewaySchema, GatewayConfigError, readGatewayConfig } = await import('../../../src/gateway/config.ts');
  const { loadGatewaySettings } = await import('../../../src/gateway/settings.ts');
  const { SettingsError } = await import('../../../src/runtime/start/settings.ts');
  const file = resolve(values.config);
  try {
    if (values.schema) {
      output.text(`${JSON.stringify(gatewaySchema, null, 2)}\n`);
      return;
    }
    if (values.rotateKey) return await rotate(output);
    if (values.check) return await check(file, output);
    const gateway = await import('../../../src/gateway/run-gateway.ts');
    const running = await gateway.startGateway(file, output.env);
    stopOnSignal(running.stop);
    process.on('SIGHUP', () => void running.reload());
    output.line(`gateway  ${running.url}  proxies ask ${running.url}/verify\nready`);
    output.json({ ok: true, url: running.url });
  } catch (error) {
    const isConfiguration = error instanceof GatewayConfigError || error instanceof SettingsError;
    if (isConfiguration) throw new CommandError('invalid_configuration', 2, error.message, { cause: error });
    throw error;
  }

  async function check(path: string, { env, line, json }: Output): Promise<void> {
    const { gatewayChecks } = await import('../../../src/gateway/check-gateway.ts');
    const config = readGatewayConfig(path);
    const settings = loadGatewaySettings(env);
    line(`ok  ${path} is valid: ${config.routes.length} routes\nok  the settings are valid`);
    const { lineOf, runCheck } = await import('../../../src/runtime/start/system.ts');
    const problems: string[] = [];
    for (const one of gatewayChecks(config, settings, globalThis.fetch)) {
      const result = await runCheck(one);
      line(lineOf(result));
      if (result.advice !== undefined) problems.push(lineOf(result));
    }
    json(
      problems.length === 0
        ? { ok: true, routes: config.routes.length }
        : { ok: false, error: problems.join('\n'), code: 'check_failed' },
    );
    if (problems.length > 0) process.exitCode = 1;
  }

  async function rotate({ env, line, json }: Output): Promise<void> {
    const { rotateKeys } = await import('../../../src/gateway/signing-keys.ts');
    const { DATA_DIR: directory, GATEWAY_KEY: seeds } = loadGatewaySettings(env);
    if (seeds !== undefined)
      throw new CommandError('key_is_a_setting', 2, 'GATEWAY_KEY is set: put a new key in front of it instead.');
    const { kid, signsFrom } = await rotateKeys(resolve(directory), Date.now);
    line(`The key ${kid} is published now and signs from ${new Date(signsFrom).toISOString()}.`);
    json({ ok: true, kid, signsFrom: Math.floor(signsFrom / 1000) });
  }
}

/** Milliseconds in which a further signal belongs to the first: one Ctrl-C reaches the program from the terminal and from npm. */
const sameSignal = 5_000;

/** Drains after the first SIGTERM or SIGINT; a signal more than five seconds later ends the process at once. */
function stopOnSignal(stop: () => Promise<void>): void {
  let since: number | undefined;
  const end = (signal: NodeJS.Signals) => {
    if (since !== undefined) {
      if (performance.now() - since >= sameSignal) process.exit(1);
      return;
    }
    since = performance.now();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        writeAll(2, `Stopping after ${signal} failed: ${error instanceof Error ? error.message : String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
