import { defineCommand } from '../../shared/define-command.ts';
import { insecureFlag, methodFlag, requestUrlFlag } from '../url-flags.ts';

export const headerCommand = defineCommand({
  name: 'header',
  summary: 'Print the two headers of one signed request. Each pair is valid once.',
  output: 'ok, authorization, dpop, method, url; with --raw two header lines',
  flags: {
    ...requestUrlFlag,
    ...methodFlag,
    raw: { type: 'boolean', help: 'Print two header lines instead of JSON.' },
    ...insecureFlag,
  },
  run: async ({ flags, dir, host }) => {
    const { parseMethod, parseServiceUrl } = await import('../service-url.ts');
    const { requireBoundSession } = await import('../../shared/bound-session.ts');
    const { createSignedHeaders } = await import('../signed-headers.ts');
    const url = parseServiceUrl(flags.url, flags['allow-insecure']);
    const method = parseMethod(flags.method);
    const session = await requireBoundSession(dir, host);
    const { authorization, dpop } = await createSignedHeaders(session, method, url, host);
    if (flags.raw) return { text: `Authorization: ${authorization}\nDPoP: ${dpop}\n` };
    return { json: { ok: true, authorization, dpop, method, url: flags.url } };
  },
});
