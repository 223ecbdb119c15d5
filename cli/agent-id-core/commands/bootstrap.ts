import { defineCommand } from '../../shared/command/command.ts';
import { Failure, type FailureCode } from '../../shared/failure.ts';
import type { Keypair } from '../../shared/keypair/keypair.ts';
import type { OwnerSession } from '../../shared/owner-session/owner-session.ts';
import { resolveProviderAddress, resolveSsoBaseUrl } from '../../shared/provider/provider.ts';
import { agentNameFlag, oidcOriginFlag, providerAddressFlag, ssoUrlFlag } from '../provider-flags.ts';
import type { StateDir } from '../../shared/state-dir/state-dir.ts';
import type { CommandHost } from '../../shared/host.ts';

const timeoutMs = 300_000;
const intervalMs = 3000;

/** Refresh failures that require a new binding. Other failures, such as state_locked, are reported. */
const sessionEndingCodes: ReadonlySet<FailureCode> = new Set([
  'authorization_revoked',
  'no_refresh_token',
  'bad_id_token',
  'not_dpop_bound',
]);

/** A session that was changed is replaced by a new sign-in. */
const ignoreAltered =
  (host: CommandHost) =>
  (error: unknown): undefined => {
    if (!(error instanceof Failure) || error.code !== 'session_altered') throw error;
    host.log(`${error.message} Starting a new sign-in.`);
  };

/** Finds a session that is bound to the key and not revoked. */
async function existingSession(dir: StateDir, host: CommandHost, passphrase: string | undefined) {
  const { findKeypair } = await import('../../shared/keypair/keypair.ts');
  const { readOwnerSession } = await import('../../shared/owner-session/owner-session.ts');
  const { boundJkt } = await import('../../shared/owner-session/owner-session.ts');
  const { refreshOwnerSession } = await import('../../shared/owner-session/refresh-owner-session.ts');
  const keypair = findKeypair(dir, passphrase);
  const session = keypair && (await readOwnerSession(dir, passphrase).catch(ignoreAltered(host)));
  if (!session || boundJkt(session.idToken) !== keypair.jkt) return undefined;
  try {
    // Only the provider knows whether the authorization is revoked.
    return { keypair, session: await refreshOwnerSession(dir, keypair, host, passphrase, () => true) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'refresh_failed') {
      host.log(`Could not check with the provider whether the session is valid: ${error.message}`);
      return { keypair, session };
    }
    if (!sessionEndingCodes.has(error.code)) throw error;
    host.log(`${error.message} Starting a new sign-in.`);
    return undefined;
  }
}

function alreadyBootstrapped(keypair: Keypair, { ownerSub, providerAddress }: OwnerSession, stateDir: string) {
  return { json: { ok: true, alreadyBootstrapped: true, jkt: keypair.jkt, ownerSub, providerAddress, stateDir } };
}

export const bootstrapCommand = defineCommand({
  name: 'bootstrap',
  summary: 'Create the key, show the link and QR code, and wait up to 300 s for the owner.',
  output:
    'ok, providerAddress, stateDir; when already bound: ok, alreadyBootstrapped, jkt, ownerSub, providerAddress, stateDir',
  flags: { ...providerAddressFlag, ...ssoUrlFlag, ...oidcOriginFlag, ...agentNameFlag },
  run: async ({ flags, dir, stateDir, host }) => {
    const { readPassphrase } = await import('../../shared/keypair/passphrase.ts');
    const { agentName } = await import('../agent-name.ts');
    const { initIdentity } = await import('../init-identity.ts');
    const { startAuth } = await import('../start-auth.ts');
    const { waitForOwner } = await import('../wait-for-owner.ts');
    const { qrText } = await import('../qr-text.ts');
    const passphrase = readPassphrase(host);
    const existing = await existingSession(dir, host, passphrase);
    if (existing) return alreadyBootstrapped(existing.keypair, existing.session, stateDir);

    const providerAddress = resolveProviderAddress(flags['provider-address'], host);
    const ssoBaseUrl = resolveSsoBaseUrl(flags['sso-url'], host.env);
    const keypair = await initIdentity(dir, passphrase, Math.floor(host.now() / 1000));
    const request = {
      providerAddress,
      ssoBaseUrl,
      origin: flags['oidc-origin'],
      agentName: agentName(flags['agent-name']),
    };
    const { deepLink, comparisonCode } = await startAuth(dir, keypair, request, host);
    host.log(`Open this link or scan the code, and approve:\n\n  ${deepLink}\n\n${qrText(deepLink)}\n`);
    if (comparisonCode !== undefined) host.log(`The approval page must show the code ${comparisonCode}.`);
    await waitForOwner(dir, keypair, host, passphrase, { timeoutMs, intervalMs });
    return { json: { ok: true, providerAddress, stateDir } };
  },
});
