import { defineCommand } from '../../shared/command/command.ts';
import { insecureFlag, requestUrlFlag, timeoutFlag } from '../url-flags.ts';

const maxBytes = 64 * 1024;

export const supportCommand = defineCommand({
  name: 'support',
  summary: 'Check whether a web page declares support for agent identity.',
  output: 'ok, supported, version',
  flags: { ...requestUrlFlag, ...insecureFlag, ...timeoutFlag(5000) },
  run: async ({ flags, host }) => {
    const { parseServiceUrl } = await import('../service-url.ts');
    const { fetchPage } = await import('../fetch-page.ts');
    const { supportSignal } = await import('../support-signal.ts');
    const url = parseServiceUrl(flags.url, flags['allow-insecure']);
    const html = await fetchPage(url, { timeoutMs: flags['timeout-ms'], maxBytes, larger: 'truncate' }, host.log);
    const supported = html !== undefined && supportSignal(html) === 'v1';
    return { json: { ok: true, supported, version: supported ? 'v1' : null } };
  },
});
