import { defineCommand } from '../../shared/command/command.ts';
import { insecureFlag, methodFlag, parseSignatureForm, requestUrlFlag, signatureFlag } from '../flags.ts';

export const headerCommand = defineCommand({
  name: 'header',
  summary: 'Print the two headers of one signed request. Each pair is valid once.',
  output:
    'ok, authorization, dpop, method, url; with --signature also signatureAgent, signatureInput, signature; with --raw the header lines',
  flags: {
    ...requestUrlFlag,
    ...methodFlag,
    raw: { type: 'boolean', help: 'Print two header lines instead of JSON.' },
    ...insecureFlag,
    ...signatureFlag,
  },
  run: async ({ flags, dir, host }) => {
    const { agentSignature, createSignedHeaders, parseMethod, parseServiceUrl } = await import('../signed-headers.ts');
    const { requireBoundSession } = await import('../../shared/owner-session/bound-session.ts');
    const url = parseServiceUrl(flags.url, flags['allow-insecure']);
    const method = parseMethod(flags.method);
    const session = await requireBoundSession(dir, host, url);
    const { authorization, dpop } = await createSignedHeaders(session, method, url, host);
    const form = parseSignatureForm(flags.signature);
    const signed = form && (await agentSignature(session, { method, url }, form, host));
    if (flags.raw) {
      const lines = Object.entries(signed ?? {}).map(([name, value]) => `${name}: ${value}\n`);
      return { text: `Authorization: ${authorization}\nDPoP: ${dpop}\n${lines.join('')}` };
    }
    const fields = signed && {
      signatureAgent: signed['signature-agent'],
      signatureInput: signed['signature-input'],
      signature: signed.signature,
    };
    return { json: { ok: true, authorization, dpop, method, url: flags.url, ...fields } };
  },
});
