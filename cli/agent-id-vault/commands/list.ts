import { defineCommand } from '../../shared/define-command.ts';

export const listCommand = defineCommand({
  name: 'list',
  summary: 'List the stored credentials without decrypting them.',
  output: 'ok, credentials [{service, type, url, username, createdAt, updatedAt}]',
  flags: {},
  run: async ({ stateDir, host }) => {
    const { listRecords } = await import('../vault-store.ts');
    const credentials = listRecords({ path: stateDir, log: host.log }).map(
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
