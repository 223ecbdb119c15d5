import { auditFlag, defineCommand, recordAfter } from '../../shared/command/command.ts';
import { Failure } from '../../shared/failure.ts';
import {
  insecureFlag,
  methodFlag,
  parseSignatureForm,
  requestUrlFlag,
  serviceUrlFlag,
  signatureFlag,
  timeoutFlag,
} from '../flags.ts';

const tenMebibytes = 10 * 1024 * 1024;

export const callCommand = defineCommand({
  name: 'call',
  summary: 'Send one signed request and print the response; exits 1 unless the status is a success.',
  output:
    'ok (the status is a success), status, method, url, contentType, body; bodyBase64 for bytes that are not UTF-8; output and bytes with --output; auditSeq when recorded. Exit code 1 when ok is false',
  flags: {
    ...requestUrlFlag,
    ...methodFlag,
    body: { type: 'string', value: 'text', help: 'Request body.' },
    'body-file': { type: 'string', value: 'path', help: 'Read the request body from a file, or from stdin with -.' },
    'content-type': { type: 'string', default: 'application/json', value: 'type', help: 'Media type of the body.' },
    header: { type: 'string', multiple: true, value: 'name: value', help: 'Additional request header.' },
    output: { type: 'string', value: 'path', help: 'Write the response body to a file.' },
    approval: {
      type: 'string',
      value: 'authReqId',
      help: 'Use what the owner approved: authReqId that agent-id-core ask printed.',
    },
    ...insecureFlag,
    ...signatureFlag,
    ...timeoutFlag(30_000),
    'max-bytes': {
      type: 'number',
      default: tenMebibytes,
      min: 1,
      value: 'bytes',
      help: 'Largest accepted response.',
    },
    ...auditFlag,
  },
  run: async ({ flags, dir, host }) => {
    const { parseMethod, parseServiceUrl, requireSendable } = await import('../signed-headers.ts');
    const { readRequestBody } = await import('../signed-request.ts');
    const { parseHeaders } = await import('../signed-request.ts');
    const { bodyMembers } = await import('../signed-request.ts');
    const { renewRefusedSession, requireBoundSession } = await import('../../shared/owner-session/bound-session.ts');
    const { requireApprovalSession } = await import('../../shared/approvals/approval-requests.ts');
    const { refusesToken, sendSignedRequest } = await import('../signed-request.ts');
    const url = parseServiceUrl(flags.url, flags['allow-insecure']);
    const method = parseMethod(flags.method);
    requireSendable(method, flags['content-type']);
    const headers = parseHeaders(flags.header);
    const signature = parseSignatureForm(flags.signature);
    const body = await readRequestBody(method, flags.body, flags['body-file'], host.cwd);
    const session =
      flags.approval === undefined
        ? await requireBoundSession(dir, host, url)
        : await requireApprovalSession(dir, host, flags.approval);
    const bounds = { timeoutMs: flags['timeout-ms'], maxBytes: flags['max-bytes'] };
    const request = { method, url, body, contentType: flags['content-type'], headers, signature };
    const file =
      flags.output === undefined
        ? undefined
        : (await import('../../shared/named-files.ts')).openOutputFile('output', flags.output, host.cwd);
    // Without the query, which may contain a secret.
    const record = (result: Readonly<Record<string, unknown>>) => {
      const payload = { method, url: `${url.origin}${url.pathname}`, ...result };
      return recordAfter(dir, host, flags.audit, { type: 'auth', action: 'call', payload });
    };
    const send = async () => {
      const signed = await sendSignedRequest(session, request, bounds, host);
      if (flags.approval !== undefined || !refusesToken(signed.response)) return signed;
      const renewed = await renewRefusedSession(dir, host, session, url);
      return renewed === undefined ? signed : sendSignedRequest(renewed, request, bounds, host);
    };
    try {
      const signed = await send().catch(async (error: unknown) => {
        await record({ error: error instanceof Failure ? error.code : 'unknown' });
        throw error;
      });
      const { ok, status } = signed.response;
      const contentType = signed.response.headers.get('content-type');
      const bytes = Buffer.from(await signed.response.arrayBuffer());
      file?.write(bytes);
      const recorded = await record({ status });
      return {
        json: {
          ok,
          status,
          method: signed.method,
          url: signed.url.href === url.href ? flags.url : signed.url.href,
          contentType,
          ...(file ? { body: null, output: file.path, bytes: bytes.length } : bodyMembers(contentType ?? '', bytes)),
          ...recorded,
        },
      };
    } finally {
      file?.discard();
    }
  },
});

export const discoverCommand = defineCommand({
  name: 'discover',
  summary: 'Fetch and validate the manifest of a service.',
  output: 'ok, manifestUrl, allowedHost, manifest',
  flags: { ...serviceUrlFlag, ...insecureFlag, ...timeoutFlag(5000) },
  run: async ({ flags }) => {
    const { fetchManifest } = await import('../discovery.ts');
    const found = await fetchManifest({
      url: flags.url,
      allowInsecure: flags['allow-insecure'],
      timeoutMs: flags['timeout-ms'],
    });
    return { json: { ok: true, ...found } };
  },
});

export const capabilitiesCommand = defineCommand({
  name: 'capabilities',
  summary: 'Print the operations of a service as markdown, each with a call command.',
  output: 'markdown',
  flags: { ...serviceUrlFlag, ...insecureFlag, ...timeoutFlag(5000) },
  run: async ({ flags }) => {
    const { fetchManifest } = await import('../discovery.ts');
    const { manifestMarkdown } = await import('../manifest.ts');
    const allowInsecure = flags['allow-insecure'];
    const { manifest } = await fetchManifest({ url: flags.url, allowInsecure, timeoutMs: flags['timeout-ms'] });
    return { text: manifestMarkdown(manifest, allowInsecure) };
  },
});

const maxBytes = 64 * 1024;

export const supportCommand = defineCommand({
  name: 'support',
  summary: 'Check whether a web page declares support for agent identity.',
  output: 'ok, supported, version',
  flags: { ...requestUrlFlag, ...insecureFlag, ...timeoutFlag(5000) },
  run: async ({ flags, host }) => {
    const { parseServiceUrl } = await import('../signed-headers.ts');
    const { fetchPage } = await import('../discovery.ts');
    const { supportSignal } = await import('../discovery.ts');
    const url = parseServiceUrl(flags.url, flags['allow-insecure']);
    const html = await fetchPage(url, { timeoutMs: flags['timeout-ms'], maxBytes, larger: 'truncate' }, host.log);
    const supported = html !== undefined && supportSignal(html) === 'v1';
    return { json: { ok: true, supported, version: supported ? 'v1' : null } };
  },
});
