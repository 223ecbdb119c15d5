import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { issuer } from './sso-fixture.ts';

const userPresent = 0x01;
const userVerified = 0x04;
const attestedKey = 0x40;

export interface CeremonyOptions {
  /** Origin that the browser writes down. */
  readonly origin?: string;
  /** Host that the authenticator signs for. */
  readonly rpId?: string;
  readonly verified?: boolean;
  readonly counter?: number;
}

export interface SignInOptions extends CeremonyOptions {
  /** Another owner than its own; null names none. */
  readonly userHandle?: string | null;
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** A passkey in software, with the browser around it (Web Authentication Level 3 §5.1 and §6.5; RFC 9053 §7.1.1). */
export function createAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  const id = b64(credentialId);
  let owner: string | undefined;

  return {
    id,
    /** Whom it belongs to, as the options of its registration said. */
    belongsTo: (sub: string) => {
      owner = Buffer.from(sub, 'hex').toString('base64url');
    },
    /** What `navigator.credentials.create` answers. */
    create: (challenge: string, options: CeremonyOptions = {}) => ({
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: b64(clientData('webauthn.create', challenge, options)),
        attestationObject: b64(
          attestation(authenticatorData(options, attestedKey, attestedData(credentialId, publicKey))),
        ),
        transports: ['internal'],
      },
    }),
    /** What `navigator.credentials.get` answers. */
    get: (challenge: string, options: SignInOptions = {}) => {
      const clientDataJSON = clientData('webauthn.get', challenge, options);
      const data = authenticatorData(options, 0, Buffer.alloc(0));
      const userHandle = options.userHandle === undefined ? owner : options.userHandle;
      const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), privateKey);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: b64(clientDataJSON),
          authenticatorData: b64(data),
          signature: b64(signature),
          ...(typeof userHandle === 'string' && { userHandle }),
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

function clientData(type: string, challenge: string, { origin = issuer }: CeremonyOptions): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData(
  { rpId = 'localhost', verified = true, counter = 0 }: CeremonyOptions,
  furtherFlags: number,
  attested: Buffer,
): Buffer {
  const counted = Buffer.alloc(4);
  counted.writeUInt32BE(counter);
  const flags = Buffer.from([userPresent | (verified ? userVerified : 0) | furtherFlags]);
  return Buffer.concat([sha256(rpId), flags, counted, attested]);
}

function attestedData(credentialId: Buffer, publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const length = Buffer.alloc(2);
  length.writeUInt16BE(credentialId.length);
  // COSE_Key {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
  const coseKey = [
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ];
  return Buffer.concat([Buffer.alloc(16), length, credentialId, ...coseKey]);
}

/** CBOR of {fmt: "none", attStmt: {}, authData}. */
function attestation(authData: Buffer): Buffer {
  const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex');
  return Buffer.concat([head, Buffer.from([authData.length]), authData]);
}
