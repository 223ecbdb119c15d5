import { describeCommand, describeGroup, type Output } from '../command.ts';
import { Option } from '@commander-js/extra-typings';

async function openPortal({ env }: Output) {
  const { asOwner, openDeveloper, readAll } = await import('../account/session.ts');
  return { portal: openDeveloper(env).notifications, asOwner, readAll };
}

export const keysCommand = (output: Output) =>
  describeGroup('keys', {
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
          const { portal, asOwner } = await openPortal(output);
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
          const { portal, asOwner, readAll } = await openPortal(output);
          const keys = await readAll(async (query) => {
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
          const { portal, asOwner } = await openPortal(output);
          await asOwner(portal.revokeApiKey({ path: { appId, keyId } }));
          output.result({ keyId }, `Revoked ${keyId}.`);
        }),
    );

export const appsCommand = (output: Output) =>
  describeGroup('apps', {
    summary: 'manage notification apps',
    examples: ['platform apps create --name "Coffee Corner"', 'platform apps list --json'],
  })
    .addCommand(
      describeCommand('create', {
        summary: 'create an app',
        examples: ['platform apps create --name "Coffee Corner"'],
      })
        .requiredOption('--name <name>', 'title of every push')
        .action(async ({ name }) => {
          const { portal, asOwner } = await openPortal(output);
          output.result(await asOwner(portal.createApp({ body: { name } })));
        }),
    )
    .addCommand(
      describeCommand('list', { summary: 'list your apps', examples: ['platform apps list'] }).action(async () => {
        const { portal, asOwner, readAll } = await openPortal(output);
        const apps = await readAll(async (query) => {
          const { apps: items, nextCursor: next } = await asOwner(portal.listApps({ query }));
          return { items, next };
        });
        const rows = apps.map(({ appId, name }) => `${appId}  ${name}`);
        output.result(
          { apps },
          rows.length === 0 ? 'You have no apps: platform apps create --name <name>' : rows.join('\n'),
        );
      }),
    )
    .addCommand(
      describeCommand('update', {
        summary: 'rename an app',
        examples: ['platform apps update <appId> --name "Coffee Bar"'],
      })
        .argument('<appId>', 'the app')
        .requiredOption('--name <name>', 'its new name')
        .action(async (appId, { name }) => {
          const { portal, asOwner } = await openPortal(output);
          const { icon: _icon, ...app } = await asOwner(portal.updateApp({ path: { appId }, body: { name } }));
          output.result(app);
        }),
    )
    .addCommand(
      describeCommand('delete', {
        summary: 'delete an app, which can be restored for 30 days',
        examples: ['platform apps delete <appId>'],
      })
        .argument('<appId>', 'the app')
        .action(async (appId) => {
          const { portal, asOwner } = await openPortal(output);
          await asOwner(portal.deleteApp({ path: { appId } }));
          output.result({ appId }, `Deleted ${appId}.`);
        }),
    );
