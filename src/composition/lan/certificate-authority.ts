import { isIP } from 'node:net';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import 'reflect-metadata';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

// The decorators of the certificate library need it, before the library.

/** A certificate with its private key, both in PEM. */
export interface CertifiedKey {
  readonly certificate: string;
  readonly key: string;
}

interface NewAuthority {
  readonly name: string;
  readonly now: Date;
}

interface NewCertificate {
  /** Host names and IP addresses that the certificate is valid for; the first is its subject. */
  readonly hosts: readonly [string, ...string[]];
  readonly now: Date;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const dayMs = 86_400_000;
const authorityDays = 3_650;
/** Apple's systems refuse certificates of private authorities that are valid for longer. */
const certificateDays = 397;

/** Creates a certificate authority that signs certificates of servers, but no further authorities (RFC 5280). */
export async function createCertificateAuthority({ name, now }: NewAuthority): Promise<CertifiedKey> {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    ...validFor(authorityDays, now),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: certificate.toString('pem'), key: await pemOf(keys.privateKey) };
}

/** Issues a certificate of a TLS server. */
export async function issueCertificate(authority: CertifiedKey, { hosts, now }: NewCertificate): Promise<CertifiedKey> {
  const keys = await newKeys();
  const issuer = new X509Certificate(authority.certificate);
  const [pkcs8 = new ArrayBuffer()] = PemConverter.decode(authority.key);
  const certificate = await X509CertificateGenerator.create({
    subject: [{ CN: [hosts[0]] }],
    issuer: issuer.subject,
    ...validFor(certificateDays, now),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(
        hosts.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
      ),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer),
    ],
  });
  return { certificate: certificate.toString('pem'), key: await pemOf(keys.privateKey) };
}

/** Starts an hour early, because clocks of devices differ. */
const validFor = (days: number, now: Date) => ({
  notBefore: new Date(now.getTime() - 3_600_000),
  notAfter: new Date(now.getTime() + days * dayMs),
});

const newKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

const pemOf = async (key: CryptoKey): Promise<string> =>
  PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');

/** Loads the certificate authority of this computer, or creates it on first use. Devices trust it until it is deleted. */
export async function loadLanAuthority(dataDir: string, host: string, now: Date): Promise<CertifiedKey> {
  const directory = join(dataDir, 'authority');
  const [certificate, key] = ['authority.crt', 'authority.key'].map((name) => join(directory, name)) as [
    string,
    string,
  ];
  const read = async () => ({ certificate: await readFile(certificate, 'utf8'), key: await readFile(key, 'utf8') });
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const created = await createCertificateAuthority({ name: `Platform development on ${host}`, now });
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // Writes the key first: devices would trust a certificate without its key, and it could sign nothing.
  await writeFile(key, created.key, { mode: 0o600, flush: true });
  await writeFile(certificate, created.certificate, { mode: 0o600, flush: true });
  return created;
}
