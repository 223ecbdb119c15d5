import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { loadSettings } from './load-settings.ts';
import { startPlatform } from './start-platform.ts';
import { isServiceName, type ServiceName, serviceNames } from './service-name.ts';
import { SettingsError } from '../runtime/settings.ts';

/**
 * `npm start -- [service …]`: starts the named services, or all, and serves until SIGTERM or SIGINT.
 * Exits 2 when the settings are not valid, 1 when the platform cannot start.
 */
export async function runPlatform(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const unknown = args.filter((name) => !isServiceName(name));
  if (unknown.length > 0) fail(2, `Unknown service ${unknown.join(', ')}; name some of: ${serviceNames.join(', ')}.`);
  const services: readonly ServiceName[] = args.length > 0 ? args.filter(isServiceName) : serviceNames;

  const checked = await loadSettings(services, env).catch(failToStart);
  const { settings } = checked;
  const log = pino({
    level: settings.LOG_LEVEL,
    redact: [
      'req.headers.authorization',
      'req.headers.dpop',
      'req.headers.cookie',
      'req.headers["x-platform-notifications-key"]',
    ],
    ...(process.stdout.isTTY && { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } }),
  });

  try {
    const platform = await startPlatform({
      ...checked,
      services,
      log,
      now: () => new Date(),
      randomBytes: (length) => randomBytes(length),
      fetch: globalThis.fetch,
    });
    let stopping: Promise<void> | undefined;
    const stop = (signal: string) => {
      stopping ??= platform.stop().then(
        () => process.exit(0),
        (error: unknown) => fail(1, `Stopping after ${signal} failed: ${messageOf(error)}`),
      );
    };
    process.once('SIGTERM', () => stop('SIGTERM'));
    process.once('SIGINT', () => stop('SIGINT'));

    for (const { name, url, hint } of platform.addresses) console.log(`${name.padEnd(14)} ${url.padEnd(28)} ${hint}`);
    console.log('ready');
  } catch (error) {
    log.debug({ err: error }, 'start failed');
    failToStart(error);
  }
}

function failToStart(error: unknown): never {
  if (error instanceof SettingsError) fail(2, error.message);
  fail(1, `The platform cannot start: ${messageOf(error)}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function fail(code: number, message: string): never {
  console.error(message);
  process.exit(code);
}
