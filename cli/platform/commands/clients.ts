import { Option } from '@commander-js/extra-typings';
import { CommandError, describeCommand, describeGroup, type Output } from '../command.ts';

const methods = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;

const collect = (value: string, values: readonly string[] | undefined): readonly string[] => [...(values ?? []), value];

const nonceWarning =
  'Without PKCE and nonce an injected authorization code is not detected. Use --without-nonce only for a client that can send neither.';

export const clientsCommand = (output: Output) => {
  const openClients = async () => {
    const { asOwner, openDeveloper, readAll } = await import('../account/session.ts');
    return { sso: openDeveloper(output.env).sso, asOwner, readAll };
  };
  return describeGroup('clients', {
    summary: 'manage sign-in applications',
    examples: [
      'platform clients create --name "Field notes" --origin http://localhost:3001',
      'platform clients list --json',
      'platform clients secret <clientId>',
    ],
  })
    .addCommand(
      describeCommand('create', {
        summary: 'register a sign-in application',
        details: `An application with a secret gets it in this response only. --compat is for products that send no PKCE in their defaults: the
application then needs a secret or a key, and a nonce.`,
        examples: [
          'platform clients create --name "Field notes" --origin https://app.example',
          'platform clients create --name Wiki --redirect-uri https://wiki.example/callback --auth-method client_secret_basic --compat',
        ],
      })
        .requiredOption('--name <name>', 'what people are shown when they approve')
        .option('--redirect-uri <url>', 'where sign-ins return to; may be repeated', collect)
        .option(
          '--origin <origin>',
          'origin of its pages; may be repeated (without a secret: by default those of the redirect URIs)',
          collect,
        )
        .addOption(new Option('--auth-method <method>', 'how it authenticates').choices(methods))
        .option('--post-logout-redirect-uri <url>', 'where logouts return to; may be repeated', collect)
        .option('--policy-uri <url>', 'its privacy policy')
        .option('--tos-uri <url>', 'its terms of service')
        .option('--jwks-uri <url>', 'its public keys, for private_key_jwt')
        .option('--compat', 'PKCE is not required')
        .option('--without-nonce', 'a nonce is not required either')
        .option('--dpop-bound', 'its tokens are always bound to a key')
        .option('--pairwise', 'people have a different sub at this application')
        .action(async (values) => {
          const { sso, asOwner } = await openClients();
          const body = {
            name: values.name,
            ...(values.redirectUri && { redirectUris: [...values.redirectUri] }),
            ...(values.origin && { allowedOrigins: [...values.origin] }),
            ...(values.authMethod && { tokenEndpointAuthMethod: values.authMethod }),
            ...(values.postLogoutRedirectUri && { postLogoutRedirectUris: [...values.postLogoutRedirectUri] }),
            ...(values.policyUri !== undefined && { policyUri: values.policyUri }),
            ...(values.tosUri !== undefined && { tosUri: values.tosUri }),
            ...(values.jwksUri !== undefined && { jwksUri: values.jwksUri }),
            ...(values.compat && { requirePkce: false }),
            ...(values.withoutNonce && { requireNonce: false }),
            ...(values.dpopBound && { dpopBoundAccessTokens: true }),
            ...(values.pairwise && { subjectType: 'pairwise' as const }),
          };
          const { clientId, clientSecret } = await asOwner(sso.createApplication({ body }));
          if (values.withoutNonce) output.note(nonceWarning);
          output.result({ clientId, ...(clientSecret !== undefined && { secret: clientSecret }) });
        }),
    )
    .addCommand(
      describeCommand('list', { summary: 'list your applications', examples: ['platform clients list'] }).action(
        async () => {
          const { sso, asOwner, readAll } = await openClients();
          const clients = await readAll(async (query) => {
            const page = await asOwner(sso.listApplications({ query }));
            return { items: page.applications, next: page.nextCursor };
          });
          const rows = clients.map(({ clientId, name, reach }) => `${clientId}  ${reach.padEnd(8)}  ${name}`);
          const none = 'You have no applications: platform clients create --name <name>';
          output.result({ clients }, rows.length === 0 ? none : rows.join('\n'));
        },
      ),
    )
    .addCommand(
      describeCommand('update', {
        summary: 'change an application',
        details: 'Addresses that are named replace all of their kind.',
        examples: ['platform clients update <clientId> --name "Field notes" --origin https://app.example'],
      })
        .argument('<clientId>', 'the application')
        .option('--name <name>', 'its new name')
        .option('--redirect-uri <url>', 'where sign-ins return to; may be repeated', collect)
        .option('--origin <origin>', 'origin of its pages; may be repeated', collect)
        .option('--post-logout-redirect-uri <url>', 'where logouts return to; may be repeated', collect)
        .action(async (clientId, values) => {
          const body = {
            ...(values.name !== undefined && { name: values.name }),
            ...(values.redirectUri && { redirectUris: [...values.redirectUri] }),
            ...(values.origin && { allowedOrigins: [...values.origin] }),
            ...(values.postLogoutRedirectUri && { postLogoutRedirectUris: [...values.postLogoutRedirectUri] }),
          };
          if (Object.keys(body).length === 0)
            throw new CommandError(
              'nothing_to_change',
              2,
              'Name what changes: --name, --redirect-uri, --origin or --post-logout-redirect-uri.',
            );
          const { sso, asOwner } = await openClients();
          const updated = await asOwner(sso.updateApplication({ path: { clientId }, body }));
          const { name, redirectUris, allowedOrigins } = updated;
          output.result({ clientId, name, redirectUris, allowedOrigins });
        }),
    )
    .addCommand(
      describeCommand('secret', {
        summary: 'create a second secret, or revoke one',
        details:
          'Two secrets work until one is revoked, so that a rotation interrupts nobody. The secret is shown once.',
        examples: ['platform clients secret <clientId>', 'platform clients secret <clientId> --revoke <secretId>'],
      })
        .argument('<clientId>', 'the application')
        .option('--revoke <secretId>', 'revoke this secret instead')
        .action(async (clientId, { revoke: secretId }) => {
          const { sso, asOwner } = await openClients();
          if (secretId !== undefined) {
            await asOwner(sso.revokeApplicationSecret({ path: { clientId, secretId } }));
            return output.result({ clientId, secretId }, `Revoked ${secretId}.`);
          }
          const created = await asOwner(sso.createApplicationSecret({ path: { clientId } }));
          output.result({ secretId: created.secretId, secret: created.clientSecret });
        }),
    );
};
