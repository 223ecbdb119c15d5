import { describeCommand, describeGroup, type Output } from '../command.ts';

/** `platform apps`: notification apps of the owner. */
export const appsCommand = (output: Output) => {
  const openApps = async () => {
    const { asOwner, openDeveloper, readAll } = await import('../account/session.ts');
    return { portal: openDeveloper(output.env).notifications, asOwner, readAll };
  };
  return describeGroup('apps', {
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
          const { portal, asOwner } = await openApps();
          output.result(await asOwner(portal.createApp({ body: { name } })));
        }),
    )
    .addCommand(
      describeCommand('list', { summary: 'list your apps', examples: ['platform apps list'] }).action(async () => {
        const { portal, asOwner, readAll } = await openApps();
        const apps = await readAll(async (cursor) => {
          const query = { limit: 100, ...(cursor !== undefined && { cursor }) };
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
          const { portal, asOwner } = await openApps();
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
          const { portal, asOwner } = await openApps();
          await asOwner(portal.deleteApp({ path: { appId } }));
          output.result({ appId }, `Deleted ${appId}.`);
        }),
    );
};
