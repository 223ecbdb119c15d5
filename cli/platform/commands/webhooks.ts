import { Argument } from '@commander-js/extra-typings';
import { CommandError, describeCommand, type Output } from '../command.ts';

const keyText =
  'The API key is --key or NOTIFICATIONS_KEY; without one, the signed-in owner creates a key for this command and revokes it afterwards.';

export const listenCommand = (output: Output) =>
  describeCommand('listen', {
    summary: 'forward the webhooks of an app to a local address',
    details: `Prints every event with the response, and sends it again on the schedule of webhooks when the address does not accept it. The events are
signed with keys that are printed at the start, not with those of the app. Runs until Ctrl-C. ${keyText}`,
    examples: [
      'platform listen --app <appId> --forward http://localhost:3000/hook',
      'platform listen --app <appId> --forward http://localhost:3000/hook --since 10m',
    ],
  })
    .option('--forward <url>', 'address that receives the events')
    .option('--app <appId>', 'the app')
    .option('--key <key>', 'API key with the scope read')
    .option('--since <duration>', 'send the events of the last minutes again first: 30s, 10m, 2h')
    .option('--print-keys', 'only print the keys that sign forwarded events, which stay the same until a logout')
    .action(async ({ forward, app, key, since, printKeys = false }) => {
      if (printKeys) {
        const { signingKeysOf } = await import('../webhooks/app-webhooks.ts');
        const { publicKey, secret } = signingKeysOf({ app, key, env: output.env });
        return output.result({ publicKey, secret });
      }
      if (forward === undefined)
        throw new CommandError('missing_forward', 2, 'Name the address that receives the events: --forward <url>.');
      const { listenToApp } = await import('../webhooks/app-webhooks.ts');
      output.json({ ok: true, ...(await listenToApp({ forward, app, key, since }, output)) });
    });

const events = [
  'delivered',
  'clicked',
  'suppressed_user_in_app',
  'dropped_permission_revoked',
  'dropped_device_unreachable',
] as const;

export const triggerCommand = (output: Output) =>
  describeCommand('trigger', {
    summary: 'cause a test event of an app',
    details: `Sends a test notification, whose webhooks are real and signed, with "test": true. ${keyText}`,
    examples: ['platform trigger delivered --app <appId>', 'platform trigger clicked --app <appId> --json'],
  })
    .addArgument(new Argument('<event>', 'status of the notification').choices(events))
    .option('--app <appId>', 'the app')
    .option('--key <key>', 'API key with the scope send')
    .option('--session-address <address>', 'recipient of the test notification', '0'.repeat(32))
    .action(async (event, { app, key, sessionAddress }) => {
      const { triggerEvent } = await import('../webhooks/app-webhooks.ts');
      output.result(await triggerEvent({ event, app, key, sessionAddress }, output.env));
    });
