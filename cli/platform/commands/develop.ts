import { Argument, Option } from '@commander-js/extra-typings';
import { serviceBaseUrl } from '../base-urls.ts';
import { CommandError, describeCommand, type Output } from '../command.ts';

/** The demo application of a new platform. */
const demoApplication = '00000006010000000000000000000001';

export const initCommand = (output: Output) =>
  describeCommand('init', {
    summary: 'create an application that signs in, verifies tokens and receives webhooks',
    details: `Writes a starter with the SDK as an archive beside it, for the application --client: the demo application of platform dev, unless you
name your own.`,
    examples: ['platform init hono', 'platform init next my-site --client <clientId>'],
  })
    .addArgument(
      new Argument('<framework>', 'what it is written with').choices([
        'next',
        'express',
        'hono',
        'fastify',
        'vite',
      ] as const),
    )
    .argument('[folder]', 'where it is written (default: platform-<framework>)')
    .addOption(
      new Option('--client <clientId>', 'your application at the provider')
        .default(demoApplication)
        .argParser(checked('--client', isClientId, '32 hex digits, or the https address of its metadata')),
    )
    .addOption(
      new Option(
        '--sso-url <url>',
        'address of the sign-in provider (default: SSO_BASE_URL, then localhost)',
      ).argParser(checked('--sso-url', isHttpUrl, 'an address such as https://sso.example')),
    )
    .addOption(
      new Option('--webhook-public-key <hex>', 'key that verifies webhooks: platform listen --app <appId> --print-keys')
        .default('')
        .argParser(checked('--webhook-public-key', isEd25519Hex, '64 hex digits')),
    )
    .option('--sdk <archive>', 'archive of the SDK instead of the one of this program')
    .action(async (framework, folder = `platform-${framework}`, { client, ssoUrl, webhookPublicKey, sdk }) => {
      const { createStarter } = await import('../init/create-starter.ts');
      const next = await createStarter({
        framework,
        folder,
        sdk,
        settings: {
          ssoBaseUrl: ssoUrl ?? serviceBaseUrl(output.env, 'sso'),
          providerAddress: client,
          webhookPublicKey,
        },
      });
      const place = folder === '.' ? 'the starter in this folder' : folder;
      const terminals = framework === 'vite' ? ' (the last two in a terminal each)' : '';
      const settings = framework === 'vite' ? 'api/.env' : '.env';
      const webhooks =
        webhookPublicKey === ''
          ? `\n\nIt verifies no webhook until WEBHOOK_PUBLIC_KEY in ${settings} is set: platform listen --app <appId> --print-keys`
          : '';
      output.result(
        { framework, folder, next },
        `Created ${place}. Next${terminals}:\n\n  ${next.join('\n  ')}${webhooks}`,
      );
    });

/** Creates the parser of an option, which would otherwise fail when the starter runs. */
const checked =
  (option: string, isValid: (text: string) => boolean, expected: string) =>
  (text: string): string => {
    if (isValid(text)) return text;
    throw new CommandError('invalid_argument', 2, `${option} is ${text}: write ${expected}.`);
  };

const isHttpUrl = (text: string): boolean => /^https?:\/\/[^/]/.test(text) && URL.canParse(text);
const isClientId = (text: string): boolean => /^[0-9a-f]{32}$/.test(text) || /^https:\/\/[^/]/.test(text);
const isEd25519Hex = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text);

/** Pages that `open` knows, by service. */
const pages = {
  start: ['web', '/'],
  portal: ['web', '/portal'],
  host: ['web', '/host'],
  docs: ['web', '/docs/'],
  console: ['web', '/admin'],
  forum: ['forum', '/'],
  account: ['sso', '/account'],
} as const;

const pageNames = ['start', 'portal', 'host', 'docs', 'console', 'forum', 'account'] as const;

export const openCommand = (output: Output) =>
  describeCommand('open', {
    summary: 'open a page of the platform in the browser',
    details:
      'Prints the address too. Addresses are WEB_BASE_URL, FORUM_BASE_URL and SSO_BASE_URL, or localhost with their ports.',
    examples: ['platform open', 'platform open portal', 'platform open forum --print'],
  })
    .addArgument(new Argument('[page]', 'which page').choices(pageNames).default('start' as const))
    .option('--print', 'only print the address')
    .action(async (page, { print = false }) => {
      const [service, path] = pages[page];
      const url = serviceBaseUrl(output.env, service) + path;
      const { openInBrowser } = await import('../processes.ts');
      const opened = print ? false : await openInBrowser(url);
      output.result({ url, opened }, url);
    });

export const demoCommand = (output: Output) =>
  describeCommand('demo', {
    summary: 'show an agent, its owner, the forum, a purchase and a notification',
    details:
      'Uses a running platform or starts one, keeps its agent and software phone in DATA_DIR/demo, and can be repeated.',
    examples: ['platform demo'],
  }).action(async () => {
    const { runDemo } = await import('../demo/run-demo.ts');
    await runDemo({ env: process.env, print: output.line });
    output.json({ ok: true });
  });

export const doctorCommand = (output: Output) =>
  describeCommand('doctor', {
    summary: 'check an installation with the settings of its environment',
    details: 'Settings, addresses, TLS, clocks, database, migrations, rights and keys. Exit code 1 when a check fails.',
    examples: ['platform doctor', 'platform doctor --gateway gateway.json'],
  })
    .option('--gateway <file>', 'check a gateway of this machine instead of the services')
    .action(async ({ gateway: gatewayFile }) => {
      const { runDoctor } = await import('../doctor/run-doctor.ts');
      const { lineOf } = await import('../../../src/runtime/start/system.ts');
      const checks: object[] = [];
      const problems: string[] = [];
      await runDoctor({
        env: process.env,
        gatewayFile,
        report: (result) => {
          const { name, advice } = result;
          checks.push({ name, ok: advice === undefined, ...(advice !== undefined && { advice }) });
          if (advice !== undefined) problems.push(lineOf(result));
          output.line(lineOf(result));
        },
      });
      if (problems.length === 0) return output.json({ ok: true, checks });
      output.json({ ok: false, error: problems.join('\n'), code: 'check_failed', checks });
      process.exitCode = 1;
    });

export const mockCommand = () =>
  describeCommand('mock', {
    summary: 'start a mock server that responds with the examples of a contract',
    details: 'The server is Prism, which npm fetches at its first use where it is not installed. It runs until Ctrl-C.',
    examples: ['platform mock notifications', 'platform mock sso --port 4100'],
  })
    .addArgument(
      new Argument('<area>', 'whose contract').choices(['sso', 'forum', 'backend', 'notifications'] as const),
    )
    .addOption(
      new Option('--port <number>', 'port to listen on').default(4010).argParser((text) => {
        const port = Number(text);
        if (/^\d+$/.test(text) && port <= 65_535) return port;
        throw new CommandError('invalid_argument', 2, `--port is ${text}: write a number from 0 to 65535.`);
      }),
    )
    .action(async (area, { port }) => {
      const { startMock } = await import('../processes.ts');
      await startMock(area, port);
    });
