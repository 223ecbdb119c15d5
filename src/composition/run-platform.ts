import cluster from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { type LoggerOptions, pino } from 'pino';
import { leavePrimary, reportStarted, respondToPrimary, runWorkers } from './run-workers.ts';
import { type LanHost, lanEnvironment, lanHostOf } from './lan/lan-host.ts';
import { loadSettings } from './load-settings.ts';
import { type RunningPlatform, startPlatform } from './start-platform.ts';
import { isServiceName, type ServiceName, serviceNames } from './settings.ts';
import { decodedTerminalJson } from '../protocol/terminal-text.ts';
import { collectGarbage, connectionProblem } from '../runtime/start/system.ts';
import { SettingsError } from '../runtime/start/settings.ts';

const usage = `Usage: npm start -- [--lan] [service …]

Starts the named services (${serviceNames.join(', ')}), or all, and serves until Ctrl-C or SIGTERM. --lan opens them to devices
of the local network, with TLS. npx platform config lists the settings.`;

/** Receives what becomes of a start. */
export interface StartReport {
  /** File descriptor of the log: standard output, or standard error where a program reads standard output. */
  readonly logTo: 1 | 2;
  readonly started: (addresses: RunningPlatform['addresses']) => void;
  /** Ends the process. */
  readonly failed: (exitCode: 1 | 2, message: string) => never;
}

/**
 * `npm start -- [--lan] [service …]`: starts the named services, or all, and serves until SIGTERM or SIGINT. `--lan` opens
 * them to devices of the local network, with TLS.
 * With PROCESSES, several processes share the ports; SIGHUP replaces them one after another.
 * Exits 2 when the settings are not valid, 1 when the platform cannot start.
 */
export async function runPlatform(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  report: StartReport = { logTo: 1, started: printAddresses, failed: fail },
): Promise<void> {
  const failToStart = (error: unknown): never =>
    error instanceof SettingsError
      ? report.failed(2, error.message)
      : report.failed(1, `The platform cannot start: ${messageOf(error)}`);
  if (args.includes('--help') || args.includes('-h')) return console.log(usage);
  const onLan = args.includes('--lan');
  const names = args.filter((argument) => argument !== '--lan');
  const unknown = names.filter((name) => !isServiceName(name));
  if (unknown.length > 0)
    report.failed(2, `Unknown service ${unknown.join(', ')}; name some of: ${serviceNames.join(', ')}.`);
  const services: readonly ServiceName[] = names.length > 0 ? names.filter(isServiceName) : serviceNames;

  const lan = onLan ? chosenLan() : undefined;
  const checked = await loadSettings(services, lan ? lanEnvironment(env) : env, lan).catch(failToStart);
  const { settings } = checked;
  const pretty = process.stdout.isTTY && report.logTo === 1;
  const options: LoggerOptions = {
    level: settings.LOG_LEVEL,
    redact: [
      'req.headers.authorization',
      'req.headers.dpop',
      'req.headers.cookie',
      'req.headers["x-platform-notifications-key"]',
    ],
    // pino-pretty prints the decoded texts, and some are of others.
    ...(pretty && {
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } },
      hooks: { streamWrite: decodedTerminalJson },
    }),
  };
  const log = pretty ? pino(options) : pino(options, pino.destination(report.logTo));

  try {
    if (cluster.isPrimary && settings.PROCESSES > 1) {
      const workers = await runWorkers(checked, log);
      stopOnSignal(workers.stop);
      process.on('SIGHUP', () => {
        workers.replace().catch((error: unknown) => log.error({ err: error }, 'the processes were not replaced'));
      });
      const { platformServices } = await import('./platform-services.ts');
      report.started(
        services.map((name) => ({ name, url: checked.addresses[name].baseUrl, hint: platformServices[name].hint })),
      );
      return;
    }
    const platform = await startPlatform({
      ...checked,
      services,
      log,
      now: () => new Date(),
      randomBytes: (length) => randomBytes(length),
      fetch: globalThis.fetch,
      adminServer: cluster.isPrimary ? 'own' : 'elsewhere',
    });
    // Before the process is ready, so that no request waits.
    collectGarbage('last-resort');
    if (lan) {
      const { startLan } = await import('./lan/start-lan.ts');
      const front = await startLan({ ...checked, lan, services, now: () => new Date() });
      stopOnSignal(async () => {
        await front.stop();
        await platform.stop();
      });
      console.log(front.text);
      return report.started(platform.addresses);
    }
    if (cluster.isPrimary) {
      stopOnSignal(platform.stop);
      return report.started(platform.addresses);
    }
    stopOnSignal(async () => {
      await platform.stop();
      await leavePrimary();
    });
    // A rolling replacement is the primary's.
    process.on('SIGHUP', () => undefined);
    respondToPrimary({ readiness: platform.ready, metrics: platform.metrics.values });
    reportStarted();
  } catch (error) {
    log.debug({ err: error }, 'start failed');
    failToStart(error);
  }

  function chosenLan(): LanHost {
    try {
      return lanHostOf(env);
    } catch (error) {
      return failToStart(error);
    }
  }
}

function printAddresses(addresses: RunningPlatform['addresses']): void {
  for (const { name, url, hint } of addresses) console.log(`${name.padEnd(14)} ${url.padEnd(28)} ${hint}`);
  console.log('ready');
}

/** Milliseconds in which a further signal belongs to the first: one Ctrl-C reaches the program from the terminal and from npm. */
const sameSignal = 5_000;

/** Drains after the first SIGTERM or SIGINT; a signal more than five seconds later ends the process at once. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stoppingSince: number | undefined;
  const end = (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince >= sameSignal)
        fail(1, `${signal} again: ended without finishing requests.`);
      return;
    }
    stoppingSince = performance.now();
    stop().then(
      () => process.exit(0),
      (error: unknown) => fail(1, `Stopping after ${signal} failed: ${messageOf(error)}`),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

function messageOf(error: unknown): string {
  return connectionProblem(error) ?? (error instanceof Error ? error.message : String(error));
}

function fail(code: number, message: string): never {
  console.error(message);
  process.exit(code);
}
