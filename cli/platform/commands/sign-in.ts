import { serviceBaseUrl } from '../base-urls.ts';
import { describeCommand, type Output } from '../command.ts';
import { Argument } from '@commander-js/extra-typings';

export const loginCommand = (output: Output) =>
  describeCommand('login', {
    summary: 'sign in as the owner of applications and apps',
    details: `Shows a link and a QR code; approve it with a passkey or a phone, and compare the code. The tokens are bound to a key, and stored with
it in $XDG_CONFIG_HOME/platform/credentials.json, which only you can read. A new sign-in is also the confirmation that some commands need.`,
    examples: [
      'platform login',
      'platform login --sso-url https://sso.example --notifications-url https://push.example',
    ],
  })
    .option('--sso-url <url>', 'address of the sign-in provider (default: SSO_BASE_URL, then localhost)')
    .option('--notifications-url <url>', 'address of the notification service (default: NOTIFICATIONS_BASE_URL, …)')
    .option('--client <address>', 'application to sign in to instead of the command line')
    .option('--phone', 'approve with the software phone of this folder, in development')
    .option('--open', 'open the link in the browser of this machine')
    .action(async ({ ssoUrl, notificationsUrl, client, open = false, phone = false }) => {
      const { commandLineClient, signIn } = await import('../account/session.ts');
      const { renderUnicodeCompact } = await import('uqr');
      const { env } = output;
      const approve = async (link: string, code: string | undefined): Promise<void> => {
        const { phoneOf, runPhone } = await import('../phone/commands.ts');
        await runPhone(
          phoneOf(process.env, () => undefined),
          ['approve', link, ...(code === undefined ? [] : ['--code', code])],
        ).catch((error: unknown) => output.note(`The phone did not approve: ${String(error)}`));
      };
      const signedIn = await signIn({
        env,
        issuer: (ssoUrl ?? serviceBaseUrl(env, 'sso')).replace(/\/+$/, ''),
        notifications: (notificationsUrl ?? serviceBaseUrl(env, 'notifications')).replace(/\/+$/, ''),
        clientId: client ?? commandLineClient,
        show: (link, comparisonCode) => {
          output.note(`${renderUnicodeCompact(link)}\nApprove: ${link}`);
          if (comparisonCode !== undefined) output.note(`Compare: ${comparisonCode}`);
          if (phone) void approve(link, comparisonCode);
          if (open) void import('../processes.ts').then(({ openInBrowser }) => openInBrowser(link));
        },
      });
      output.result(signedIn);
    });

export const logoutCommand = (output: Output) =>
  describeCommand('logout', {
    summary: 'end the session here and at the provider',
    examples: ['platform logout'],
  }).action(async () => {
    const { signOut } = await import('../account/session.ts');
    const signedOut = await signOut(output.env);
    output.result({ signedOut }, signedOut ? 'Signed out.' : 'Nobody was signed in.');
  });

const actions = ['enroll', 'link', 'approve', 'reject', 'inbox', 'revoke'] as const;

export const phoneCommand = (output: Output) =>
  describeCommand('phone', {
    summary: 'approve or reject sign-ins with a software phone',
    details: `enroll creates an owner, link creates a link with which a browser joins that owner,
or joins the owner of a given link, inbox lists what agents ask, revoke ends an application or an
agent key. The key is in PHONE_DIR (DATA_DIR/phone), and each directory is an owner of its own.
The provider is SSO_BASE_URL (http://localhost:4001).`,
    examples: ['platform phone enroll', 'platform phone approve <deep_link>', 'platform phone revoke <client_id>'],
  })
    // One thumbprint or request of 64 begins with a dash. The phone refuses every other target that does.
    .allowUnknownOption()
    .addArgument(new Argument('<action>', 'what to do').choices(actions))
    .argument(
      '[target]',
      'link of a sign-in, request of the inbox, link of an account, client_id or thumbprint of a key',
    )
    .option('--code <code>', 'comparison code that the requesting screen shows')
    .option('--limit <amount>', 'approve the same request of the agent up to this limit of a day, without asking')
    .option('--invite <code>', 'invitation, where the provider asks for one')
    .action(async (action, target, { code, limit, invite }) => {
      const { phoneOf, runPhone } = await import('../phone/commands.ts');
      const words = [action, ...(target === undefined ? [] : [target])];
      const flags = [
        ...(code === undefined ? [] : ['--code', code]),
        ...(limit === undefined ? [] : ['--limit', limit]),
        ...(invite === undefined ? [] : ['--invite', invite]),
      ];
      output.result(await runPhone(phoneOf(output.env, output.note), [...words, ...flags]));
    });
