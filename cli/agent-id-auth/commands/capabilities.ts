import { defineCommand } from '../../shared/command/command.ts';
import { insecureFlag, serviceUrlFlag, timeoutFlag } from '../url-flags.ts';

export const capabilitiesCommand = defineCommand({
  name: 'capabilities',
  summary: 'Print the operations of a service as markdown, each with a call command.',
  output: 'markdown',
  flags: { ...serviceUrlFlag, ...insecureFlag, ...timeoutFlag(5000) },
  run: async ({ flags }) => {
    const { fetchManifest } = await import('../fetch-manifest.ts');
    const { manifestMarkdown } = await import('../manifest-markdown.ts');
    const allowInsecure = flags['allow-insecure'];
    const { manifest } = await fetchManifest({ url: flags.url, allowInsecure, timeoutMs: flags['timeout-ms'] });
    return { text: manifestMarkdown(manifest, allowInsecure) };
  },
});
