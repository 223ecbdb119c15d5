import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initKeypair } from '../agent-id-core/identity.ts';
import { requireKeyFile } from './keypair/key-file.ts';
import { sessionMac } from './owner-session/owner-session.ts';

test.each([undefined, 'correct horse'])(
  'RFC 2104: the session MAC equals that of node:crypto, passphrase %s',
  async (passphrase) => {
    const dir = { path: mkdtempSync(join(tmpdir(), 'mac-')), log: () => undefined };
    try {
      const keypair = await initKeypair(dir, passphrase, 1);
      const key = createHmac('sha256', keypair.seed()).update('platform-agent-id/owner-session-mac/v1').digest();
      const expected = createHmac('sha256', key).update('["a",1,null]').digest('base64url');
      expect(await sessionMac(requireKeyFile(dir), passphrase, ['a', 1, null])).toBe(expected);
    } finally {
      rmSync(dir.path, { recursive: true });
    }
  },
);
