import { resolve } from 'node:path';
import { type Flags, parseFlags } from '../../shared/command/flags.ts';
import { writeAll } from '../../shared/host.ts';
import { CommandError, commonFlags, type Output, type PlatformCommand } from '../command.ts';

const flags = {
  config: {
    type: 'string',
    value: 'file',
    default: 'gateway.json',
    help: 'What is let through; read again when it changes.',
  },
  check: { type: 'boolean', help: 'Check file, settings, provider, clock, keys and Redis, and start nothing.' },
  schema: { type: 'boolean', help: 'Print the JSON schema of the file.' },
  'rotate-key': { type: 'boolean', help: 'Add a key to DATA_DIR, which signs assertions after ten minutes.' },
  ...commonFlags,
} as const satisfies Flags;

/** `platform gateway`: verifies agents and owners for services behind nginx, Caddy, Traefik or Envoy. */
export const gatewayCommand: PlatformCommand = {
  name: 'gateway',
  summary:
    'Verifies callers for services in any language, as forward authentication of nginx, Caddy, Traefik and Envoy.',
  details: `Settings are environment variables: GATEWAY_PORT (4005), HOST, DATA_DIR, GATEWAY_KEY, GATEWAY_INSTANCES, REDIS_URL,
ADMIN_PORT, DRAIN_SECONDS, LOG_LEVEL. The guide: docs/guides/gateway.md; the files of the proxies: deploy/gateway/.`,
  examples: ['platform gateway --config gateway.json', 'platform gateway --config gateway.json --check'],
  flags,
  run: async (args, output) => {
    const { values } = parseFlags(flags, args, 'no-rest');
    // Loaded here, so that --help starts fast.
    const { gatewaySchema, GatewayConfigError, readGatewayConfig } = await import('../../../src/gateway/config.ts');
    const { loadGatewaySettings } = await import('../../../src/gateway/settings.ts');
    const { SettingsError } = await import('../../../src/runtime/start/settings.ts');
    const file = resolve(values.config);
    try {
      if (values.schema) {
        output.text(`${JSON.stringify(gatewaySchema, null, 2)}\n`);
        return 0;
      }
      if (values['rotate-key']) return await rotate(output);
      if (values.check) return await check(file, output);
      const gateway = await import('../../../src/gateway/run-gateway.ts');
      const running = await gateway.startGateway(file, output.env);
      stopOnSignal(running.stop);
      process.on('SIGHUP', () => void running.reload());
      output.line(`gateway  ${running.url}  proxies ask ${running.url}/verify\nready`);
      output.json({ ok: true, url: running.url });
      return undefined;
    } catch (error) {
      const isConfiguration = error instanceof GatewayConfigError || error instanceof SettingsError;
      if (isConfiguration) throw new CommandError('invalid_configuration', 2, error.message, { cause: error });
      throw error;
    }

    async function check(path: string, { env, line, json }: Output): Promise<number> {
      const { checkGateway } = await import('../../../src/gateway/check-gateway.ts');
      const config = readGatewayConfig(path);
      const settings = loadGatewaySettings(env);
      line(`ok  ${path} is valid: ${config.routes.length} routes\nok  the settings are valid`);
      const results = await checkGateway(config, settings, globalThis.fetch);
      for (const { name, advice } of results) line(advice === undefined ? `ok  ${name}` : `${name}: ${advice}`);
      const failed = results.filter(({ advice }) => advice !== undefined);
      const problems = failed.map(({ name, advice }) => `${name}: ${advice}`);
      json(
        failed.length === 0
          ? { ok: true, routes: config.routes.length }
          : { ok: false, error: problems.join('\n'), code: 'check_failed' },
      );
      return failed.length === 0 ? 0 : 1;
    }

    async function rotate({ env, line, json }: Output): Promise<number> {
      const { rotateKeys } = await import('../../../src/gateway/signing-keys.ts');
      const { DATA_DIR: directory, GATEWAY_KEY: seeds } = loadGatewaySettings(env);
      if (seeds !== undefined)
        throw new CommandError('key_is_a_setting', 2, 'GATEWAY_KEY is set: put a new key in front of it instead.');
      const { kid, signsFrom } = await rotateKeys(resolve(directory), Date.now);
      line(`The key ${kid} is published now and signs from ${new Date(signsFrom).toISOString()}.`);
      json({ ok: true, kid, signsFrom: Math.floor(signsFrom / 1000) });
      return 0;
    }
  },
};

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
