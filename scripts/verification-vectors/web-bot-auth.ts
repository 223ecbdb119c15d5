import {
  agentDirectory,
  agentKey,
  agentThumbprint,
  createAgentProvider,
  type DirectoryDifferences,
  provider,
  signedDirectory,
  strangerKey,
} from '../../contract-tests/fixtures/protocol/signing-provider.ts';
import { ed25519Signer, type Ed25519Signer } from '../../contract-tests/fixtures/protocol/keys.ts';
import { createMemoryReplayStore } from '../../src/client/dpop/replay-stores.ts';
import { createSignatureVerifier } from '../../src/client/http-signatures/signature-verifier.ts';
import { jwkThumbprint } from '../../src/protocol/jwk-thumbprint.ts';
import { contentDigest, type SignedComponent, signMessage } from '../../src/protocol/message-signature.ts';
import { agentDirectoryUrl, directoryPath } from '../../src/protocol/web-bot-auth.ts';

export interface SignatureVector {
  /** What was changed of a request that is right. */
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Lines;
  readonly body: string;
  readonly expected: { readonly ok: true; readonly jkt: string } | { readonly ok: false; readonly code: string };
}

type Lines = readonly (readonly [name: string, value: string])[];

/** A response that the verifier gets for the URL of a directory; every other URL is 404. */
export interface ServedDirectory {
  readonly headers: Lines;
  readonly body: string;
}

export interface WebBotAuthVectors {
  /** The only trusted provider. */
  readonly provider: string;
  /** Time of verification, in Unix seconds. */
  readonly now: number;
  readonly directories: Readonly<Record<string, ServedDirectory>>;
  readonly requests: readonly SignatureVector[];
}

const now = 1_772_357_400;
const target = 'https://notes.example/notes?draft=1';

/** What is signed and sent, as a client of the working group's draft does. */
interface Draft {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly signer: Ed25519Signer;
  readonly jkt: string;
  /** Field Signature-Agent. */
  readonly agent: string;
  readonly agentComponent: SignedComponent;
  /** Components beside the four of every signature. */
  readonly further: readonly SignedComponent[];
  readonly without: string;
  readonly parameters: Readonly<Record<string, string | number | undefined>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Changes the request after it was signed. */
  readonly send: (sent: Sent) => Sent;
}

type Sent = Pick<SignatureVector, 'method' | 'url' | 'headers' | 'body'>;

const memberOf = (url: string) => `"${url}";type=jwks_uri`;
const agentAt = (url: string): Pick<Draft, 'agent' | 'agentComponent'> => ({
  agent: `sig1=${memberOf(url)}`,
  agentComponent: { identifier: '"signature-agent";key="sig1"', value: memberOf(url) },
});

const valid: Draft = {
  method: 'GET',
  url: target,
  body: '',
  signer: agentKey,
  jkt: agentThumbprint,
  ...agentAt(agentDirectory),
  further: [],
  without: '',
  parameters: {},
  headers: {},
  send: (sent) => sent,
};
const digestOf = (body: string): SignedComponent => ({ identifier: '"content-digest"', value: contentDigest(body) });
const note: Draft = {
  ...valid,
  method: 'POST',
  body: 'note',
  further: [digestOf('note')],
  headers: { 'content-digest': contentDigest('note') },
};

async function signed(draft: Draft): Promise<Sent> {
  const { method, url, body, signer, jkt, agent, agentComponent, further, without, headers } = draft;
  const covered = [
    { identifier: '"@authority"', value: new URL(url).host },
    { identifier: '"@method"', value: method },
    { identifier: '"@target-uri"', value: url },
    agentComponent,
    ...further,
  ].filter(({ identifier }) => identifier !== without);
  const parameters = {
    created: now - 5,
    expires: now + 55,
    nonce: 'bm9uY2U',
    keyid: jkt,
    alg: 'ed25519',
    tag: 'web-bot-auth',
    ...draft.parameters,
  };
  const written = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined));
  const fields = await signMessage('sig1', covered, written, signer.sign);
  const lines = {
    'signature-agent': agent,
    ...headers,
    'signature-input': fields.signatureInput,
    signature: fields.signature,
  };
  return draft.send({ method, url, headers: Object.entries(lines), body });
}

const withLine = (name: string, change: (value: string) => string | undefined) => (sent: Sent) => ({
  ...sent,
  headers: sent.headers.flatMap(([field, value]) => {
    const changed = field === name ? change(value) : value;
    return changed === undefined ? [] : [[field, changed] as const];
  }),
});
const inputWith = (from: string, to: string) =>
  withLine('signature-input', (value) => {
    if (!value.includes(from)) throw new Error(`Signature-Input has no ${from}.`);
    return value.replace(from, to);
  });
const repeated = (name: string) => (sent: Sent) =>
  withLine(name, (value) => `${value}, ${value.replace('sig1', 'sig2')}`)(sent);

const drafts: Readonly<Record<string, Draft>> = {
  'nothing changes': valid,
  'with content': note,
  'the older form of Signature-Agent, a string': {
    ...valid,
    agent: `"${agentDirectory}"`,
    agentComponent: { identifier: '"signature-agent"', value: `"${agentDirectory}"` },
  },
  'further components, and a field with spaces around it': {
    ...valid,
    further: [
      { identifier: '"@scheme"', value: 'https' },
      { identifier: '"@path"', value: '/notes' },
      { identifier: '"@query"', value: '?draft=1' },
      { identifier: '"accept"', value: 'text/html, text/plain' },
    ],
    headers: { accept: '  text/html, text/plain ' },
  },
  'a field in two lines': {
    ...valid,
    further: [{ identifier: '"accept"', value: 'text/html, text/plain' }],
    send: (sent) => ({ ...sent, headers: [...sent.headers, ['Accept', 'text/html'], ['accept', 'text/plain']] }),
  },
  'a second signature with another tag': {
    ...valid,
    send: (sent) =>
      withLine(
        'signature-input',
        (value) => `other=("@method");created=1;tag="another", ${value}`,
      )(withLine('signature', (value) => `other=:AAAA:, ${value}`)(sent)),
  },
  'Signature-Input is written with other spaces': {
    ...valid,
    send: inputWith('("@authority" "@method"', '(  "@authority"   "@method"'),
  },
  'without alg': { ...valid, parameters: { alg: undefined } },
  'an unknown parameter': { ...valid, parameters: { note: 'x' } },
  'expires in a second': { ...valid, parameters: { created: now - 59, expires: now + 1 } },
  'created half a minute ahead': { ...valid, parameters: { created: now + 30, expires: now + 90 } },
  'without Signature': { ...valid, send: withLine('signature', () => undefined) },
  'without Signature-Input': { ...valid, send: withLine('signature-input', () => undefined) },
  'another tag': { ...valid, parameters: { tag: 'another' } },
  'Signature-Input is no dictionary': { ...valid, send: withLine('signature-input', () => 'sig1=(') },
  'Signature is a string': { ...valid, send: withLine('signature', () => 'sig1="AAAA"') },
  'Signature has another label': { ...valid, send: withLine('signature', (value) => value.replace('sig1', 'sig2')) },
  'two signatures of the tag': { ...valid, send: (sent) => repeated('signature')(repeated('signature-input')(sent)) },
  'the list of components is a string': {
    ...valid,
    send: withLine('signature-input', () => 'sig1="@method";tag="web-bot-auth"'),
  },
  'a component twice': { ...valid, further: [{ identifier: '"@method"', value: 'GET' }] },
  'another method': { ...valid, send: (sent) => ({ ...sent, method: 'DELETE' }) },
  'another path': { ...valid, send: (sent) => ({ ...sent, url: 'https://notes.example/admin?draft=1' }) },
  'another query': { ...valid, send: (sent) => ({ ...sent, url: `${target}&all=1` }) },
  'another host': { ...valid, send: (sent) => ({ ...sent, url: 'https://other.example/notes?draft=1' }) },
  'another scheme': { ...valid, send: (sent) => ({ ...sent, url: 'http://notes.example/notes?draft=1' }) },
  'another port': { ...valid, send: (sent) => ({ ...sent, url: 'https://notes.example:8443/notes?draft=1' }) },
  'the order of components is changed': {
    ...valid,
    send: inputWith('"@authority" "@method"', '"@method" "@authority"'),
  },
  'another nonce': { ...valid, send: inputWith('nonce="', 'nonce="x') },
  'a later expiry': { ...valid, send: inputWith(`expires=${now + 55}`, `expires=${now + 54}`) },
  'a damaged signature': {
    ...valid,
    send: withLine('signature', (value) => value.replace(/:(.)/, (_all, first) => `:${first === 'A' ? 'B' : 'A'}`)),
  },
  'signed by another key': { ...valid, signer: strangerKey },
  'another content': { ...note, send: (sent) => ({ ...sent, body: 'other' }) },
  'another content with its digest': {
    ...note,
    send: (sent) => withLine('content-digest', () => contentDigest('other'))({ ...sent, body: 'other' }),
  },
  'content without a signed digest': { ...note, further: [] },
  'content whose digest is signed as sha-512 only': {
    ...note,
    further: [{ identifier: '"content-digest";key="sha-512"', value: ':AA==:' }],
    headers: { 'content-digest': `sha-512=:AA==:, ${contentDigest('note')}` },
  },
  'without Content-Digest': { ...note, send: withLine('content-digest', () => undefined) },
  'without @method': { ...valid, without: '"@method"' },
  'without @authority': { ...valid, without: '"@authority"' },
  'without @target-uri': { ...valid, without: '"@target-uri"' },
  'without signature-agent': { ...valid, without: '"signature-agent";key="sig1"' },
  '@method of the request of a response': {
    ...valid,
    without: '"@method"',
    further: [{ identifier: '"@method";req', value: 'GET' }],
  },
  'a parameter of a component that changes its value': {
    ...valid,
    further: [{ identifier: '"accept";bs', value: ':dGV4dC9odG1s:' }],
    headers: { accept: 'text/html' },
  },
  'a field that is absent': { ...valid, further: [{ identifier: '"accept"', value: '' }] },
  expired: { ...valid, parameters: { created: now - 60, expires: now } },
  'created too far ahead': { ...valid, parameters: { created: now + 31, expires: now + 60 } },
  'valid for more than a minute': { ...valid, parameters: { created: now - 5, expires: now + 56 } },
  'expires before it was created': { ...valid, parameters: { created: now + 10, expires: now + 5 } },
  'without created': { ...valid, parameters: { created: undefined } },
  'without expires': { ...valid, parameters: { expires: undefined } },
  'created is text': { ...valid, parameters: { created: String(now) } },
  'without nonce': { ...valid, parameters: { nonce: undefined } },
  'an empty nonce': { ...valid, parameters: { nonce: '' } },
  'a nonce of 257 characters': { ...valid, parameters: { nonce: 'n'.repeat(257) } },
  'without keyid': { ...valid, parameters: { keyid: undefined } },
  'keyid is no thumbprint': { ...valid, parameters: { keyid: 'agent' } },
  'another algorithm': { ...valid, parameters: { alg: 'hmac-sha256' } },
  'a directory at another provider': {
    ...valid,
    ...agentAt(agentDirectoryUrl('https://other.example', agentThumbprint)),
  },
  'a directory at a host that begins alike': {
    ...valid,
    ...agentAt(agentDirectoryUrl('https://sso.example.other.example', agentThumbprint)),
  },
  'a directory without TLS': { ...valid, ...agentAt(agentDirectoryUrl('http://sso.example', agentThumbprint)) },
  "another agent's directory": { ...valid, signer: strangerKey, jkt: jwkThumbprint(strangerKey.jwk) },
  'Signature-Agent of another type': {
    ...valid,
    agent: `sig1="${agentDirectory}";type=card`,
    agentComponent: { identifier: '"signature-agent";key="sig1"', value: `"${agentDirectory}";type=card` },
  },
  'the type of Signature-Agent is a string': {
    ...valid,
    agent: `sig1="${agentDirectory}";type="jwks_uri"`,
    agentComponent: { identifier: '"signature-agent";key="sig1"', value: `"${agentDirectory}";type="jwks_uri"` },
  },
  'without Signature-Agent': { ...valid, send: withLine('signature-agent', () => undefined) },
};

/** Agents whose directories are not as they should be. */
const directories: Readonly<Record<string, DirectoryDifferences & { readonly at?: number; readonly absent?: true }>> = {
  'a revoked agent: its directory is 404': { absent: true },
  'a directory that a stranger signed': { signer: strangerKey },
  'a directory for another host': { authority: 'other.example' },
  'a directory with another body than was signed': { body: '{"keys":[]}' },
  'a directory whose signature has expired': { at: now - 61 },
  'a directory without a signature': { headers: { signature: '' } },
  'a directory as text/html': { headers: { 'content-type': 'text/html' } },
  "a directory with another agent's key": { lists: strangerKey },
};

/** Creates the vectors of signed requests. Keys and times are fixed: the file changes only with its rules. */
export async function createWebBotAuthVectors(): Promise<WebBotAuthVectors> {
  const served = new Map<string, ServedDirectory>();
  const serve = async (url: string, response: Response) => {
    const headers = [...response.headers].filter(([, value]) => value !== '');
    served.set(url, { headers, body: await response.text() });
  };
  const { fetch } = createAgentProvider(() => now);
  for (const url of [provider + directoryPath, agentDirectory]) await serve(url, await fetch(url));
  const agents = Object.entries(directories).map(([name, { at = now, absent, ...differences }], index) => {
    const signer = ed25519Signer(new Uint8Array(32).fill(100 + index));
    const jkt = jwkThumbprint(signer.jwk);
    const url = agentDirectoryUrl(provider, jkt);
    const draft: Draft = { ...valid, signer, jkt, ...agentAt(url) };
    const response = absent ? undefined : signedDirectory(at, { lists: signer, ...differences });
    return { name, draft, url, response };
  });
  for (const { url, response } of agents) if (response !== undefined) await serve(url, await response);

  const all = [...Object.entries(drafts), ...agents.map(({ name, draft }) => [name, draft] as const)];
  const file = { provider, now, directories: Object.fromEntries(served) };
  const judge = judgeSignatures(file);
  const requests: SignatureVector[] = [];
  for (const [name, draft] of all) {
    const sent = await signed(draft);
    requests.push({ name, ...sent, expected: await judge(sent) });
  }
  return { ...file, requests };
}

/** Returns our own verdict. Every nonce is new: a second use is a matter of state. */
function judgeSignatures(file: Omit<WebBotAuthVectors, 'requests'>) {
  const fetch: typeof globalThis.fetch = async (input) => {
    const directory = file.directories[new Request(input).url];
    return directory === undefined
      ? new Response(null, { status: 404 })
      : new Response(directory.body, { headers: directory.headers.map(([name, value]) => [name, value]) });
  };
  return async ({ method, url, headers, body }: Sent): Promise<SignatureVector['expected']> => {
    const time = () => file.now * 1000;
    const { verify } = createSignatureVerifier({
      trustedDirectories: [file.provider],
      replayStore: createMemoryReplayStore({ now: time }),
      fetch,
      now: time,
    });
    const verdict = await verify({ method, url, headers, body });
    return verdict.ok ? { ok: true, jkt: verdict.jkt } : { ok: false, code: verdict.code };
  };
}
