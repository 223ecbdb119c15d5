import { auditFlag, defineCommand, recordAfter } from '../../shared/command/command.ts';
import { Failure, type FailureCode } from '../../shared/failure.ts';
import type { Keypair } from '../../shared/keypair/keypair.ts';
import type { OwnerSession } from '../../shared/owner-session/owner-session.ts';
import {
  agentNameFlag,
  approvalTimeoutFlag,
  oidcOriginFlag,
  providerAddressFlag,
  serviceFlags,
  ssoUrlFlag,
} from '../flags.ts';
import type { StateDir } from '../../shared/state-dir/state-dir.ts';
import type { CommandHost } from '../../shared/host.ts';
import { isLoopback, resolveProviderAddress } from '../../shared/provider/provider.ts';

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
async function existingSession(dir: StateDir, host: CommandHost, passphrase: string | undefined, file: string) {
  const { findKeypair } = await import('../../shared/keypair/keypair.ts');
  const { readOwnerSession } = await import('../../shared/owner-session/owner-session.ts');
  const { boundJkt } = await import('../../shared/owner-session/owner-session.ts');
  const { refreshOwnerSession } = await import('../../shared/owner-session/refresh-owner-session.ts');
  const keypair = findKeypair(dir, passphrase);
  const session = keypair && (await readOwnerSession(dir, passphrase, file).catch(ignoreAltered(host)));
  if (!session || boundJkt(session.idToken) !== keypair.jkt) return undefined;
  try {
    // Only the provider knows whether the authorization is revoked.
    return { keypair, session: await refreshOwnerSession(dir, keypair, host, passphrase, () => true, file) };
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
    'ok, providerAddress, stateDir; when already bound: ok, alreadyBootstrapped, jkt, ownerSub, providerAddress, stateDir; with --service also provider, resource and scope',
  flags: { ...providerAddressFlag, ...ssoUrlFlag, ...oidcOriginFlag, ...agentNameFlag, ...serviceFlags },
  run: async ({ flags, dir, stateDir, host }) => {
    const { readPassphrase } = await import('../../shared/keypair/passphrase.ts');
    const { initIdentity } = await import('../identity.ts');
    const { signInRequest } = await import('../sign-in-request.ts');
    const { startAuth } = await import('../start-auth.ts');
    const { sessionFileOf } = await import('../pending-auth.ts');
    const { waitForOwner } = await import('../wait-for-owner.ts');
    const { qrText } = await import('../start-auth.ts');
    const passphrase = readPassphrase(host);
    const { ownerSessionFileName } = await import('../../shared/owner-session/owner-session.ts');
    const main = flags.service === undefined ? ownerSessionFileName : undefined;
    const bound = main && (await existingSession(dir, host, passphrase, main));
    if (bound) return alreadyBootstrapped(bound.keypair, bound.session, stateDir);

    const request = await signInRequest(dir, host, flags, passphrase);
    const keypair = await initIdentity(dir, passphrase, Math.floor(host.now() / 1000));
    if (request.resource !== undefined) {
      const file = await sessionFileOf(dir, passphrase, keypair, request);
      const existing = await existingSession(dir, host, passphrase, file);
      if (existing?.session.resource === request.resource) {
        const { json } = alreadyBootstrapped(existing.keypair, existing.session, stateDir);
        return { json: { ...json, resource: request.resource, scope: existing.session.scope } };
      }
    }
    const { deepLink, comparisonCode } = await startAuth(dir, keypair, request, host);
    host.log(`Open this link or scan the code, and approve:\n\n  ${deepLink}\n\n${qrText(deepLink)}\n`);
    if (comparisonCode !== undefined) host.log(`The approval page must show the code ${comparisonCode}.`);
    await waitForOwner(dir, keypair, host, passphrase, { timeoutMs, intervalMs });
    const { providerAddress, ssoBaseUrl: provider, resource, scope } = request;
    const service = resource === undefined ? {} : { provider, resource, scope };
    return { json: { ok: true, providerAddress, ...service, stateDir } };
  },
});

export const authCommand = defineCommand({
  name: 'auth',
  summary: 'Start a sign-in, or continue the pending one, and print the link and QR code for the owner.',
  output: 'ok, deepLink, qrCode, pollingCode, expiredAt, message; with --service also provider, resource and scope',
  flags: {
    ...providerAddressFlag,
    ...ssoUrlFlag,
    ...oidcOriginFlag,
    ...agentNameFlag,
    ...serviceFlags,
    new: { type: 'boolean', help: 'Start another sign-in even when one is pending.' },
  },
  run: async ({ flags, dir, host }) => {
    const { initIdentity } = await import('../identity.ts');
    const { readPassphrase } = await import('../../shared/keypair/passphrase.ts');
    const { signInRequest } = await import('../sign-in-request.ts');
    const { startAuth } = await import('../start-auth.ts');
    const { qrText } = await import('../start-auth.ts');
    const passphrase = readPassphrase(host);
    const request = await signInRequest(dir, host, flags, passphrase);
    const keypair = await initIdentity(dir, passphrase, Math.floor(host.now() / 1000));
    const { deepLink, pollingCode, expiredAt, comparisonCode } = await startAuth(
      dir,
      keypair,
      request,
      host,
      flags.new ? 'new' : 'reuse',
    );
    const compare =
      comparisonCode === undefined ? '' : ` The approval page shows ${comparisonCode}; it must be the same code.`;
    const local = isLoopback(new URL(deepLink).hostname) ? ' The link opens only on this computer.' : '';
    const qrCode = qrText(deepLink);
    host.log(qrCode);
    return {
      json: {
        ok: true,
        deepLink,
        qrCode,
        pollingCode,
        expiredAt,
        ...(request.resource !== undefined && {
          provider: request.ssoBaseUrl,
          resource: request.resource,
          scope: request.scope,
        }),
        message: `Show the link or QR code to the owner, then run agent-id-core bind.${compare}${local}`,
      },
    };
  },
});

export const bindCommand = defineCommand({
  name: 'bind',
  summary: 'Wait for the approval of the owner and bind the agent key to the owner.',
  output: 'ok, ownerSub, issuer, providerAddress, jkt; auditSeq when recorded',
  flags: {
    ...approvalTimeoutFlag,
    'poll-interval-ms': {
      type: 'number',
      default: 3000,
      min: 100,
      max: 600_000,
      value: 'ms',
      help: 'Time between two polls.',
    },
    ...auditFlag,
  },
  run: async ({ flags, dir, host }) => {
    const { waitForOwner } = await import('../wait-for-owner.ts');
    const { requireKeypair } = await import('../../shared/keypair/keypair.ts');
    const { requirePendingAuth } = await import('../pending-auth.ts');
    const { readPassphrase } = await import('../../shared/keypair/passphrase.ts');
    const passphrase = readPassphrase(host);
    requirePendingAuth(dir);
    const keypair = requireKeypair(dir, passphrase);
    const { ownerSub, issuer, providerAddress } = await waitForOwner(dir, keypair, host, passphrase, {
      timeoutMs: flags['timeout-sec'] * 1000,
      intervalMs: flags['poll-interval-ms'],
    });
    const payload = { issuer, providerAddress };
    const recorded = await recordAfter(dir, host, flags.audit, { type: 'core', action: 'bind', payload });
    return { json: { ok: true, ownerSub, issuer, providerAddress, jkt: keypair.jkt, ...recorded } };
  },
});

export const setupOwnerSessionCommand = defineCommand({
  name: 'setup-owner-session',
  summary: 'Delete the owner session and any pending sign-in. The key is kept, so the agent can be bound again.',
  output: 'ok, rebound, providerAddress, stateDir',
  flags: {
    ...providerAddressFlag,
    verbose: { type: 'boolean', help: 'Print the deleted files on stderr.' },
  },
  run: async ({ flags, dir, stateDir, host }) => {
    const { withLock } = await import('../../shared/state-dir/lock.ts');
    const { requireKeyFile } = await import('../../shared/keypair/key-file.ts');
    const { sessionFileNames } = await import('../../shared/owner-session/owner-session.ts');
    const { pendingAuthFileName, storedProviderAddress } = await import('../pending-auth.ts');
    const { removeStateFile } = await import('../../shared/state-dir/state-file.ts');
    const named = flags['provider-address'];
    // An agent that signed in with --service was never told one.
    const providerAddress = resolveProviderAddress(named, host, () => storedProviderAddress(dir));
    requireKeyFile(dir);
    await withLock(dir, () => {
      // The interface document names owner-binding.json, which no command writes.
      const names = [...sessionFileNames(dir), pendingAuthFileName, 'owner-binding.json'];
      for (const name of names) {
        const removed = removeStateFile(dir, name);
        if (flags.verbose) host.log(removed ? `removed ${name}` : `no ${name}`);
      }
    });
    if (flags.verbose) host.log('The key is kept. Run agent-id-core auth, then agent-id-core bind.');
    return { json: { ok: true, rebound: true, providerAddress, stateDir } };
  },
});

export const refreshCommand = defineCommand({
  name: 'refresh',
  summary: 'Refresh the tokens of the owner session without human action.',
  output: 'ok, refreshedAt, ownerSessionSub, providerAddress; auditSeq when recorded',
  flags: auditFlag,
  run: async ({ flags, dir, host }) => {
    const { requireKeypair } = await import('../../shared/keypair/keypair.ts');
    const { readPassphrase } = await import('../../shared/keypair/passphrase.ts');
    const { refreshOwnerSession } = await import('../../shared/owner-session/refresh-owner-session.ts');
    const passphrase = readPassphrase(host);
    const keypair = requireKeypair(dir, passphrase);
    const { issuer, refreshedAt, ownerSub, providerAddress } = await refreshOwnerSession(
      dir,
      keypair,
      host,
      passphrase,
      () => true,
    );
    const payload = { issuer, providerAddress };
    const recorded = await recordAfter(dir, host, flags.audit, { type: 'core', action: 'refresh', payload });
    return { json: { ok: true, refreshedAt, ownerSessionSub: ownerSub, providerAddress, ...recorded } };
  },
});
