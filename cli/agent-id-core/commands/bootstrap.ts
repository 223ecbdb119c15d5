import type { Host } from '../../shared/command.ts';
import { defineCommand } from '../../shared/define-command.ts';
import { Failure } from '../../shared/failure.ts';
import type { FailureCode } from '../../shared/failure-codes.ts';
import type { Keypair } from '../../shared/keypair.ts';
import type { OwnerSession } from '../../shared/owner-session.ts';
import { resolveProviderAddress, resolveSsoBaseUrl } from '../../shared/provider-address.ts';
import { oidcOriginFlag, providerAddressFlag, ssoUrlFlag } from '../provider-flags.ts';
import type { StateDir } from '../../shared/state-dir.ts';

const timeoutMs = 300_000;
const intervalMs = 3000;

/** The failures of a refresh after which only a new binding helps. Any other, such as a locked state, is told. */
const endings: ReadonlySet<FailureCode> = new Set([
  'authorization_revoked',
  'no_refresh_token',
  'bad_id_token',
  'not_dpop_bound',
]);

/** The session that the agent already has, unless it is not bound to its key or its owner has revoked it. */
async function existingSession(dir: StateDir, host: Host, passphrase: string | undefined) {
  const { findKeypair } = await import('../../shared/keypair.ts');
  const { readOwnerSession } = await import('../../shared/owner-session.ts');
  const { boundKey } = await import('../../shared/token-claims.ts');
  const { refreshSession } = await import('../../shared/refresh-session.ts');
  const keypair = findKeypair(dir, passphrase);
  const session = keypair && (await readOwnerSession(dir, passphrase));
  if (!session || boundKey(session.idToken) !== keypair.jkt) return undefined;
  try {
    // Only the provider knows whether the owner has revoked the agent.
    return { keypair, session: await refreshSession(dir, keypair, host, passphrase, () => true) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'refresh_failed') {
      host.note(`The provider could not be asked whether the session still holds: ${error.message}`);
      return { keypair, session };
    }
    if (!endings.has(error.code)) throw error;
    host.note(`${error.message} Binding anew.`);
    return undefined;
  }
}

function alreadyDone(keypair: Keypair, { ownerSub, providerAddress }: OwnerSession, stateDir: string) {
  return { json: { ok: true, alreadyBootstrapped: true, jkt: keypair.jkt, ownerSub, providerAddress, stateDir } };
}

export const bootstrapCommand = defineCommand({
  name: 'bootstrap',
  summary: 'Everything at once: make the key, show the link and QR code, wait up to 300 s for the owner.',
  output:
    'ok, providerAddress, stateDir; when already done: ok, alreadyBootstrapped, jkt, ownerSub, providerAddress, stateDir',
  flags: { ...providerAddressFlag, ...ssoUrlFlag, ...oidcOriginFlag },
  run: async ({ flags, stateDir, host }) => {
    const { readPassphrase } = await import('../../shared/passphrase.ts');
    const { initIdentity } = await import('../init-identity.ts');
    const { startAuth } = await import('../start-auth.ts');
    const { awaitOwner } = await import('../await-owner.ts');
    const { qrText } = await import('../qr-text.ts');
    const dir = { path: stateDir, note: host.note };
    const passphrase = readPassphrase(host);
    const existing = await existingSession(dir, host, passphrase);
    if (existing) return alreadyDone(existing.keypair, existing.session, stateDir);

    const providerAddress = resolveProviderAddress(flags['provider-address'], host);
    const ssoBaseUrl = resolveSsoBaseUrl(flags['sso-url'], host.env);
    const keypair = await initIdentity(dir, passphrase, Math.floor(host.now() / 1000));
    const request = { providerAddress, ssoBaseUrl, origin: flags['oidc-origin'] };
    const { deepLink, comparisonCode } = await startAuth(dir, keypair, request, host);
    host.note(`Open this link, or scan the code, and approve:\n\n  ${deepLink}\n\n${qrText(deepLink)}\n`);
    if (comparisonCode !== undefined) host.note(`The approval page must show the code ${comparisonCode}.`);
    await awaitOwner(dir, keypair, host, passphrase, { timeoutMs, intervalMs });
    return { json: { ok: true, providerAddress, stateDir } };
  },
});
