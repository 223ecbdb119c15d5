import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { PushSubscription } from '../database.ts';
import type { Received } from '../../../contract-tests/fixtures/receiver.ts';

export interface TestBrowser {
  readonly subscription: (endpoint: string) => PushSubscription;
  /** The plaintext of a push, decrypted as RFC 8291 and RFC 8188 say, independently of the library that encrypts. */
  readonly decrypt: (body: Buffer) => string;
}

/** A browser as far as Web Push knows one: a P-256 key pair and an authentication secret. */
export function testBrowser(): TestBrowser {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys();
  const auth = randomBytes(16);

  return {
    subscription: (endpoint) => ({
      endpoint,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    }),
    decrypt: (body) => {
      // RFC 8188 §2.1: salt (16), record size (4), key id length (1), key id: the sender's public key (RFC 8291 §4).
      const salt = body.subarray(0, 16);
      const recordSize = body.readUInt32BE(16);
      const keyIdLength = body.readUInt8(20);
      const senderKey = body.subarray(21, 21 + keyIdLength);
      const record = body.subarray(21 + keyIdLength);
      if (keyIdLength !== 65 || record.length > recordSize) throw new Error('This is no single record of RFC 8291.');
      // RFC 8291 §3.3 and §3.4.
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
      const ikm = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, info, 32));
      const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16));
      const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12));
      const decipher = createDecipheriv('aes-128-gcm', key, nonce);
      decipher.setAuthTag(record.subarray(-16));
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      // RFC 8188 §2: the last record ends with 2 and zeros.
      const end = padded.lastIndexOf(2);
      return padded.subarray(0, end).toString('utf8');
    },
  };
}

/** The claims of a push request's VAPID token, verified with the key that it names (RFC 8292 §3). */
export function vapidClaims({ headers }: Received): { readonly key: string; readonly claims: Record<string, unknown> } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: `${x}`, y: `${y}` }, format: 'jwk' });
  const [head = '', payload = '', signature = ''] = token.split('.');
  const good = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!good) throw new Error('The VAPID signature does not verify with the key that the header names.');
  return { key, claims: JSON.parse(Buffer.from(payload, 'base64url').toString()) };
}
