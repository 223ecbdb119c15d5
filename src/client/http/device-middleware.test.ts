import { expect, test } from 'vitest';
import { createSsoClient } from '../../../generated/sso/client.ts';
import { verifyDeviceProof } from '../../protocol/device-proof.ts';
import { rfc8037Signer } from '../../../contract-tests/fixtures/protocol/ed25519-signer.ts';
import { deviceMiddleware } from './middleware.ts';

const at = Date.parse('2026-03-01T09:30:00.000Z');

/** A client whose server keeps what it receives. */
function recordingClient() {
  const received: Request[] = [];
  const client = createSsoClient({
    baseUrl: 'https://sso.test/prefix/',
    fetch: (input, init) => {
      received.push(new Request(input, init));
      return Promise.resolve(
        Response.json({ error: 'unknown_device', error_description: 'Unknown device.' }, { status: 401 }),
      );
    },
    middleware: [
      deviceMiddleware({
        keypair: { publicJwk: rfc8037Signer.jwk, privateKey: rfc8037Signer.sign },
        now: () => at,
        newJti: () => `proof-${received.length + 1}`,
      }),
    ],
  });
  return { client, received };
}

async function proven(request: Request | undefined) {
  if (!request) throw new Error('Nothing was sent.');
  const body = new Uint8Array(await request.clone().arrayBuffer());
  const [scheme, proof = ''] = (request.headers.get('authorization') ?? '').split(' ');
  return {
    scheme,
    proof: verifyDeviceProof({ proof, htm: request.method, htu: request.url, now: at / 1000, body }),
  };
}

test('SDK deviceMiddleware: signs method, address and the exact body [S307]', async () => {
  const { client, received } = recordingClient();
  await client.createDevice({ body: { name: 'Terminal – über' } });
  const { scheme, proof } = await proven(received[0]);
  expect(scheme).toBe('Device');
  expect(proof).toMatchObject({ jkt: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k', jti: 'proof-1', iat: at / 1000 });
  expect(received[0]?.url).toBe('https://sso.test/prefix/api/v1/owner/devices');
});

test('SDK deviceMiddleware: signs a request without a body, with a fresh proof for each request [S307]', async () => {
  const { client, received } = recordingClient();
  await client.getOwner();
  await client.getOwner();
  expect((await proven(received[0])).proof.jti).toBe('proof-1');
  expect((await proven(received[1])).proof.jti).toBe('proof-2');
});
