import { Argument } from '@commander-js/extra-typings';
import { describeCommand, type Output } from '../command.ts';

const actions = ['enroll', 'link', 'approve', 'reject', 'inbox', 'revoke'] as const;

/** `platform phone`: the software phone, an owner for development. */
export const phoneCommand = (output: Output) =>
  describeCommand('phone', {
    summary: 'approve or reject sign-ins with a software phone',
    details: `enroll creates an owner, link joins one, inbox lists what agents ask,
revoke ends an application or an agent key. The key is in PHONE_DIR (DATA_DIR/phone), and
each directory is an owner of its own. The provider is SSO_BASE_URL (http://localhost:4001).`,
    examples: ['platform phone enroll', 'platform phone approve <deep_link>', 'platform phone revoke <client_id>'],
  })
    .addArgument(new Argument('<action>', 'what to do').choices(actions))
    .argument(
      '[target]',
      'link of a sign-in, request of the inbox, link of an account, client_id or thumbprint of a key',
    )
    .option('--code <code>', 'comparison code that the requesting screen shows')
    .option('--invite <code>', 'invitation, where the provider asks for one')
    .action(async (action, target, { code, invite }) => {
      const { phoneOf, runPhone } = await import('../phone/commands.ts');
      const words = [action, ...(target === undefined ? [] : [target])];
      const flags = [
        ...(code === undefined ? [] : ['--code', code]),
        ...(invite === undefined ? [] : ['--invite', invite]),
      ];
      output.result(await runPhone(phoneOf(process.env, output.note), [...words, ...flags]));
    });
