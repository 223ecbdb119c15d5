import { defineCommand } from '../../shared/command/command.ts';

export const listCommand = defineCommand({
  name: 'list',
  summary: 'List the stored credentials without decrypting them.',
  output: 'ok, credentials [{service, type, url, username, createdAt, updatedAt}]',
  flags: {},
  run: async ({ dir }) => {
    const { listRecords } = await import('../../shared/vault-records.ts');
    const credentials = listRecords(dir).map(({ service, type, url, username, createdAt, updatedAt }) => ({
      service,
      type,
      url,
      username,
      createdAt,
      updatedAt,
    }));
    return { json: { ok: true, credentials } };
  },
});
