import { Argument, Option } from '@commander-js/extra-typings';
import { CommandError, describeCommand, type Output } from '../command.ts';

const serviceNames = ['sso', 'forum', 'backend', 'notifications', 'web'] as const;

interface Start {
  readonly services: readonly string[];
  readonly lan: boolean;
  readonly env: NodeJS.ProcessEnv;
  readonly json: boolean;
}

/** Starts services in this process; they serve until SIGTERM or SIGINT. */
async function startServices({ services, lan, env, json }: Start, output: Output): Promise<void> {
  // Files of the embedded database and generated keys are for this user alone.
  process.umask(0o077);
  const { runPlatform } = await import('../../../src/composition/run-platform.ts');
  await runPlatform([...(lan ? ['--lan'] : []), ...services], env, {
    logTo: json ? 2 : 1,
    started: (addresses) => {
      for (const { name, url, hint } of addresses) output.line(`${name.padEnd(14)} ${url.padEnd(28)} ${hint}`);
      output.line('ready');
      output.json({ ok: true, ...Object.fromEntries(addresses.map(({ name, url }) => [name, url])) });
    },
    failed: (exitCode, message) => {
      output.json({ ok: false, error: message, code: exitCode === 2 ? 'invalid_settings' : 'start_failed' });
      output.note(message);
      process.exit(exitCode);
    },
  });
}

const lanOption = () => new Option('--lan', 'open the services to devices of the local network, with TLS');

export const devCommand = (output: Output) =>
  describeCommand('dev', {
    summary: 'start everything on an embedded database in the current folder',
    details: `The data is in DATA_DIR (./.data), with a demo application, a demo app and their keys. Ports are SSO_PORT, FORUM_PORT, BACKEND_PORT,
NOTIFICATIONS_PORT and WEB_PORT (4001 to 4004, and 4000); 0 picks a free one. Ctrl-C finishes requests and ends with exit code 0.`,
    examples: ['platform dev', 'platform dev --data-dir /tmp/trial', 'WEB_PORT=8000 platform dev'],
  })
    .option('--data-dir <folder>', 'folder of database and keys')
    .addOption(lanOption())
    .action(async ({ dataDir, lan = false, json = false }) => {
      const { NODE_ENV: mode, ...env } = process.env;
      if (mode === 'production')
        throw new CommandError('production', 2, 'NODE_ENV is production: use platform start, with PostgreSQL.');
      const data = dataDir === undefined ? {} : { DATA_DIR: dataDir };
      await startServices({ services: [], lan, env: { ...env, ...data, DATABASE_URL: 'embedded:' }, json }, output);
    });

export const startCommand = (output: Output) =>
  describeCommand('start', {
    summary: 'start services with the settings of the environment',
    details:
      'Without names all services start. platform config lists the settings; docs/operating.md explains production.',
    examples: ['platform start', 'platform start sso forum'],
  })
    .addArgument(new Argument('[service...]', 'services to start').choices(serviceNames))
    .addOption(lanOption())
    .action(async (services, { lan = false, json = false }) =>
      startServices({ services, lan, env: process.env, json }, output),
    );
