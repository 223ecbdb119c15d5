import { defineCommand } from '../../shared/define-command.ts';

export const listCommand = defineCommand({
  name: 'list',
  summary: 'List what is stored, without decrypting anything.',
  output: 'ok, credentials [{service, type, url, username, createdAt, updatedAt}]',
  flags: {},
  run: async ({ stateDir, host }) => {
    const { listRecords } = await import('../vault-store.ts');
    const credentials = listRecords({ path: stateDir, note: host.note }).map(
      ({ service, type, url, username, createdAt, updatedAt }) => ({
        service,
        type,
        url,
        username,
        createdAt,
        updatedAt,
      }),
    );
    return { json: { ok: true, credentials } };
  },
});
