import { Argument } from '@commander-js/extra-typings';
import { serviceBaseUrl } from '../base-urls.ts';
import { describeCommand, type Output } from '../command.ts';

/** The demo application of a new platform. */
const demoApplication = '00000006010000000000000000000001';

/** `platform init`: a starter that signs in, verifies tokens and receives a webhook. */
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
    .option('--client <clientId>', 'your application at the provider', demoApplication)
    .option('--sso-url <url>', 'address of the sign-in provider (default: SSO_BASE_URL, then localhost)')
    .option('--webhook-public-key <hex>', 'key that verifies webhooks: platform listen --print-keys', '')
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
      output.result({ framework, folder, next }, `Created ${folder}. Next:\n\n  ${next.join('\n  ')}`);
    });
