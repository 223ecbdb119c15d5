import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';

export interface WebhookVector {
  readonly name: string;
  /** Time of the verification in Unix seconds. */
  readonly now: number;
  readonly publicKey: string;
  readonly previousPublicKey?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly expected: {
    readonly ok: boolean;
    readonly signedBy?: string;
    readonly code?: string;
    readonly status?: number;
  };
}

const description =
  'Status webhooks of the notification service, signed with the key of RFC 8037 appendix A (and, as the previous key, ' +
  'one whose 32 private bytes are all 07). now is in Unix seconds. expected is for the X-Platform headers and the default ' +
  'tolerance of 300 seconds.';

const keyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  });
const current = keyOf(Buffer.from('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A', 'base64url'));
const previous = keyOf(Buffer.alloc(32, 7));
const publicHex = (key: KeyObject): string =>
  Buffer.from(`${createPublicKey(key).export({ format: 'jwk' }).x}`, 'base64url').toString('hex');

const now = 1_772_357_400;
const id = 'ntf_01JZ4Q7M6X-delivered';
const event = {
  notificationId: 'ntf_01JZ4Q7M6X',
  status: 'delivered',
  sessionAddress: '5f3c9a1e7b2d4860a1c2e3f405162738',
  test: false,
  timestamp: '2026-03-01T09:30:00Z',
};
const plain = JSON.stringify(event);
const { status: _status, ...withoutStatus } = event;

const ok = (signedBy: 'current' | 'previous' = 'current') => ({ ok: true, signedBy }) as const;
const refused = (code: string, status: 400 | 401 = 401) => ({ ok: false, code, status }) as const;
const noEvent = refused('malformed_body', 400);

interface Case {
  readonly signed?: string;
  /** Sent body when it differs from the signed one. */
  readonly sent?: string;
  readonly at?: number | string;
  readonly key?: KeyObject;
  readonly rotating?: true;
  /** Changes the signature before it is sent; undefined omits it. */
  readonly signature?: (hex: string) => string | undefined;
  readonly without?: 'X-Platform-Timestamp';
}

const cases: readonly (readonly [name: string, expected: WebhookVector['expected'], Case])[] = [
  ['a delivered webhook', ok(), {}],
  ['a test webhook', ok(), { signed: JSON.stringify({ ...event, notificationId: 'ntf_test_01JZ4Q7M6X', test: true }) }],
  ['a status that is not known yet', ok(), { signed: JSON.stringify({ ...event, status: 'deferred_quiet_hours' }) }],
  ['further members', ok(), { signed: JSON.stringify({ ...event, region: 'eu' }) }],
  [
    'any script, signed over its UTF-8',
    ok(),
    { signed: JSON.stringify({ ...event, sessionAddress: 'Žluťoučký-漢字-🦊' }) },
  ],
  ['white space that a parser would lose', ok(), { signed: `\n  ${plain}\n` }],
  ['300 seconds old', ok(), { at: now - 300 }],
  ['300 seconds ahead', ok(), { at: now + 300 }],
  ['signed by the previous key during a rotation', ok('previous'), { key: previous, rotating: true }],
  ['signed by the current key during a rotation', ok(), { rotating: true }],
  ['signed by a key that is not the current one', refused('bad_signature'), { key: previous }],
  ['a changed body', refused('bad_signature'), { sent: JSON.stringify({ ...event, status: 'clicked' }) }],
  [
    'a body that was parsed and written again',
    refused('bad_signature'),
    { signed: JSON.stringify(event, null, 2), sent: plain },
  ],
  ['no signature', refused('missing_signature'), { signature: () => undefined }],
  ['no timestamp', refused('missing_timestamp'), { without: 'X-Platform-Timestamp' }],
  ['a signature in capitals', refused('malformed_signature'), { signature: (hex) => hex.toUpperCase() }],
  ['half a signature', refused('malformed_signature'), { signature: (hex) => hex.slice(0, 64) }],
  ['a signature of zeros', refused('bad_signature'), { signature: () => '0'.repeat(128) }],
  ['301 seconds old', refused('stale_timestamp'), { at: now - 301 }],
  ['301 seconds ahead', refused('stale_timestamp'), { at: now + 301 }],
  ['a timestamp that is no whole number', refused('malformed_timestamp'), { at: `${now}.0` }],
  ['an empty timestamp', refused('malformed_timestamp'), { at: '' }],
  ['signed, and no JSON', noEvent, { signed: 'delivered' }],
  ['signed, and not an object', noEvent, { signed: '[]' }],
  ['signed, with a member twice', noEvent, { signed: plain.replace('{', '{"status":"clicked",') }],
  ['signed, and test is a text', noEvent, { signed: JSON.stringify({ ...event, test: 'true' }) }],
  ['signed, and without a status', noEvent, { signed: JSON.stringify(withoutStatus) }],
];

function vectorOf(name: string, expected: WebhookVector['expected'], how: Case): WebhookVector {
  const { signed = plain, sent = signed, at = now, key = current, rotating, signature = (hex: string) => hex } = how;
  const timestamp = String(at);
  const over = (prefix: string) => sign(null, Buffer.from(`${prefix}.${signed}`), key);
  const platform = signature(over(timestamp).toString('hex'));
  return {
    name,
    now,
    publicKey: publicHex(current),
    ...(rotating && { previousPublicKey: publicHex(previous) }),
    headers: {
      ...(platform !== undefined && { 'X-Platform-Signature': platform }),
      ...(how.without === undefined && { 'X-Platform-Timestamp': timestamp }),
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1a,${over(`${id}.${timestamp}`).toString('base64')}`,
    },
    body: sent,
    expected,
  };
}

/** Returns the text of src/client/webhooks/vectors.json, which is deterministic like Ed25519. */
export function webhookVectors(): string {
  const vectors = cases.map((row) => vectorOf(...row));
  return `${JSON.stringify({ description, vectors }, null, 2)}\n`;
}
