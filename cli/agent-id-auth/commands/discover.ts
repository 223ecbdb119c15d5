import { defineCommand } from '../../shared/command/command.ts';
import { insecureFlag, serviceUrlFlag, timeoutFlag } from '../url-flags.ts';

export const discoverCommand = defineCommand({
  name: 'discover',
  summary: 'Fetch and validate the manifest of a service.',
  output: 'ok, manifestUrl, allowedHost, manifest',
  flags: { ...serviceUrlFlag, ...insecureFlag, ...timeoutFlag(5000) },
  run: async ({ flags }) => {
    const { fetchManifest } = await import('../fetch-manifest.ts');
    const found = await fetchManifest({
      url: flags.url,
      allowInsecure: flags['allow-insecure'],
      timeoutMs: flags['timeout-ms'],
    });
    return { json: { ok: true, ...found } };
  },
});
