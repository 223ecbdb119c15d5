import { Option } from '@commander-js/extra-typings';
import { describeCommand, describeGroup, type Output } from '../command.ts';

/** `platform keys`: API keys of notification apps. */
export const keysCommand = (output: Output) => {
  const openKeys = async () => {
    const { asOwner, openDeveloper, readAll } = await import('../account/session.ts');
    return { portal: openDeveloper(output.env).notifications, asOwner, readAll };
  };
  return describeGroup('keys', {
    summary: 'manage API keys of an app',
    examples: ['platform keys create --app <appId>', 'platform keys list --app <appId>'],
  })
    .addCommand(
      describeCommand('create', {
        summary: 'create an API key, which is shown once',
        details: 'Older keys of the same label and environment work for 7 more days.',
        examples: [
          'platform keys create --app <appId>',
          'platform keys create --app <appId> --environment test --label CI',
        ],
      })
        .requiredOption('--app <appId>', 'the app')
        .option('--label <label>', 'what the key is for')
        .addOption(new Option('--environment <name>', 'test: every send is a test').choices(['live', 'test'] as const))
        .addOption(new Option('--scope <name...>', 'send, read or both').choices(['send', 'read'] as const))
        .action(async ({ app: appId, label, environment, scope }) => {
          const { portal, asOwner } = await openKeys();
          const body = {
            ...(label !== undefined && { label }),
            ...(environment !== undefined && { environment }),
            ...(scope !== undefined && { scopes: scope }),
          };
          output.result(await asOwner(portal.createApiKey({ path: { appId }, body })));
        }),
    )
    .addCommand(
      describeCommand('list', { summary: 'list the keys that work', examples: ['platform keys list --app <appId>'] })
        .requiredOption('--app <appId>', 'the app')
        .action(async ({ app: appId }) => {
          const { portal, asOwner, readAll } = await openKeys();
          const keys = await readAll(async (cursor) => {
            const query = { limit: 100, ...(cursor !== undefined && { cursor }) };
            const page = await asOwner(portal.listApiKeys({ path: { appId }, query }));
            return { items: page.keys, next: page.nextCursor };
          });
          const rows = keys.map((key) => `${key.keyId}  ${key.prefix}…  ${key.environment}  ${key.scopes?.join(' ')}`);
          output.result({ keys }, rows.length === 0 ? 'The app has no keys.' : rows.join('\n'));
        }),
    )
    .addCommand(
      describeCommand('revoke', {
        summary: 'revoke a key at once',
        examples: ['platform keys revoke <keyId> --app <appId>'],
      })
        .argument('<keyId>', 'the key')
        .requiredOption('--app <appId>', 'the app')
        .action(async (keyId, { app: appId }) => {
          const { portal, asOwner } = await openKeys();
          await asOwner(portal.revokeApiKey({ path: { appId, keyId } }));
          output.result({ keyId }, `Revoked ${keyId}.`);
        }),
    );
};
