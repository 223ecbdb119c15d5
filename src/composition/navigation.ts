import type { NavigationLink } from '../html/navigation-bar.ts';
import type { Addresses } from './addresses.ts';
import { issuerOf } from './issuer.ts';

/** Links of the bar above every page. @param demoData whether the web host exists */
export function navigationOf(addresses: Addresses, demoData: boolean): readonly NavigationLink[] {
  const { web, forum } = addresses;
  const host: NavigationLink = { page: 'host', text: 'Web host', href: `${web.baseUrl}/host` };
  return [
    { page: 'start', text: 'Start', href: `${web.baseUrl}/` },
    { page: 'forum', text: 'Forum', href: `${forum.baseUrl}/` },
    { page: 'portal', text: 'Developer portal', href: `${web.baseUrl}/portal` },
    ...(demoData ? [host] : []),
    { page: 'account', text: 'Your account', href: `${issuerOf(addresses)}/owner` },
    { page: 'documentation', text: 'Documentation', href: `${web.baseUrl}/docs/` },
  ];
}
