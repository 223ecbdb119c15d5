import type { AndroidAppLinks, AppleAppLinks } from '../../../generated/sso/types.ts';
import type { AndroidApp } from '../../runtime/start/app-links.ts';

/** Paths that an app opens: approval links, the pages of an owner, and the page for codes of devices. */
const paths = ['/approve/*', '/owner/*', '/device'] as const;

/** Statement list of Digital Asset Links: the apps open the links, and share the passkeys of the provider. */
export function androidAppLinks(apps: readonly AndroidApp[]): AndroidAppLinks {
  const fingerprints = Map.groupBy(apps, ({ packageName }) => packageName);
  return [...fingerprints].map(([packageName, certificates]) => ({
    relation: ['delegate_permission/common.handle_all_urls', 'delegate_permission/common.get_login_creds'],
    target: {
      namespace: 'android_app',
      package_name: packageName,
      sha256_cert_fingerprints: certificates.map(({ fingerprint }) => fingerprint),
    },
  }));
}

/** Associated domains file of Apple: the same. */
export const appleAppLinks = (appIds: readonly string[]): AppleAppLinks => ({
  applinks: {
    details: appIds.length === 0 ? [] : [{ appIDs: [...appIds], components: paths.map((path) => ({ '/': path })) }],
  },
  webcredentials: { apps: [...appIds] },
});
