import { defineCommand } from '../../shared/define-command.ts';
import { insecureFlag, methodFlag, requestUrlFlag, timeoutFlag } from '../url-flags.ts';

const tenMebibytes = 10 * 1024 * 1024;

function parseBody(contentType: string, text: string): unknown {
  if (!/^application\/json\s*(?:;|$)/i.test(contentType)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const callCommand = defineCommand({
  name: 'call',
  summary: 'Send one signed request and print the response; exits 1 unless the status is a success.',
  output: 'ok (the status is a success), status, method, url, contentType, body. Exit code 1 when ok is false',
  flags: {
    ...requestUrlFlag,
    ...methodFlag,
    body: { type: 'string', value: 'text', help: 'Request body.' },
    'body-file': { type: 'string', value: 'path', help: 'Read the request body from a file, or from stdin with -.' },
    'content-type': { type: 'string', default: 'application/json', value: 'type', help: 'Media type of the body.' },
    ...insecureFlag,
    ...timeoutFlag(30_000),
    'max-bytes': {
      type: 'number',
      default: tenMebibytes,
      min: 1,
      value: 'bytes',
      help: 'Largest accepted response.',
    },
  },
  run: async ({ flags, stateDir, host }) => {
    const { parseMethod, parseServiceUrl, requireSendable } = await import('../service-url.ts');
    const { readRequestBody } = await import('../request-body.ts');
    const { requireBoundSession } = await import('../bound-session.ts');
    const { sendSignedRequest } = await import('../signed-request.ts');
    const url = parseServiceUrl(flags.url, flags['allow-insecure']);
    const method = parseMethod(flags.method);
    requireSendable(method, flags['content-type']);
    const body = await readRequestBody(method, flags.body, flags['body-file'], host.cwd);
    const session = await requireBoundSession({ path: stateDir, log: host.log }, host);
    const bounds = { timeoutMs: flags['timeout-ms'], maxBytes: flags['max-bytes'] };
    const request = { method, url, body, contentType: flags['content-type'] };
    const signed = await sendSignedRequest(session, request, bounds, host);
    const contentType = signed.response.headers.get('content-type');
    return {
      json: {
        ok: signed.response.ok,
        status: signed.response.status,
        method: signed.method,
        url: signed.url.href === url.href ? flags.url : signed.url.href,
        contentType,
        body: parseBody(contentType ?? '', await signed.response.text()),
      },
    };
  },
});
