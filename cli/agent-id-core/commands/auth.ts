import { defineCommand } from '../../shared/command/command.ts';
import { isLoopback, resolveProviderAddress, resolveSsoBaseUrl } from '../../shared/provider/provider.ts';
import { agentNameFlag, oidcOriginFlag, providerAddressFlag, ssoUrlFlag } from '../provider-flags.ts';

export const authCommand = defineCommand({
  name: 'auth',
  summary: 'Start a sign-in, or continue the pending one, and print the link and QR code for the owner.',
  output: 'ok, deepLink, qrCode, pollingCode, expiredAt, message',
  flags: {
    ...providerAddressFlag,
    ...ssoUrlFlag,
    ...oidcOriginFlag,
    ...agentNameFlag,
    new: { type: 'boolean', help: 'Start another sign-in even when one is pending.' },
  },
  run: async ({ flags, dir, host }) => {
    const { agentName } = await import('../agent-name.ts');
    const request = {
      providerAddress: resolveProviderAddress(flags['provider-address'], host),
      ssoBaseUrl: resolveSsoBaseUrl(flags['sso-url'], host.env),
      origin: flags['oidc-origin'],
      agentName: agentName(flags['agent-name']),
    };
    const { initIdentity } = await import('../init-identity.ts');
    const { readPassphrase } = await import('../../shared/keypair/passphrase.ts');
    const { startAuth } = await import('../start-auth.ts');
    const { qrText } = await import('../qr-text.ts');
    const keypair = await initIdentity(dir, readPassphrase(host), Math.floor(host.now() / 1000));
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
        message: `Show the link or QR code to the owner, then run agent-id-core bind.${compare}${local}`,
      },
    };
  },
});
