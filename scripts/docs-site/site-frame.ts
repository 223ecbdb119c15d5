import { page, type Page, type PageLink } from '../../src/api-reference/frame.ts';
import { relative } from './site-map.ts';

const top: readonly (readonly [path: string, text: string])[] = [
  ['guides/index.html', 'Guides'],
  ['sso.html', 'Sign-in'],
  ['forum.html', 'Forum'],
  ['backend.html', 'Mini-app backend'],
  ['notifications.html', 'Notifications'],
  ['changelog.html', 'Changelog'],
];

/** What every page of the site shares: its way home, the other pages, and what it loads. */
export function siteFrame(path: string): Pick<Page, 'home' | 'links' | 'assets'> {
  const links: PageLink[] = top.map(([to, text]) => ({
    href: relative(path, to),
    text,
    current: path === to || (to === 'guides/index.html' && path.startsWith('guides/')),
  }));
  return {
    home: { href: relative(path, 'index.html'), text: 'The platform' },
    links,
    assets: {
      style: relative(path, 'assets/reference.css'),
      icon: relative(path, 'assets/reference.svg'),
      script: relative(path, 'assets/reference.js'),
    },
  };
}

/** A page of the site that is no reference. */
export const sitePage = (path: string, parts: Pick<Page, 'title' | 'contents' | 'content'>): string =>
  page({ ...siteFrame(path), ...parts });
