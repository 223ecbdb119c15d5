import {
  documentationPage,
  type DocumentationPage,
  type PageLink,
} from '../../src/api-reference/documentation-page.ts';
import { relativeLink } from './site-map.ts';

const top: readonly (readonly [path: string, text: string])[] = [
  ['guides/index.html', 'Guides'],
  ['sso.html', 'Sign-in'],
  ['forum.html', 'Forum'],
  ['backend.html', 'Mini-app backend'],
  ['notifications.html', 'Notifications'],
  ['changelog.html', 'Changelog'],
  ['search.html', 'Search'],
];

/** Returns the navigation and assets of a page, relative to its path. */
export function siteFrame(path: string): Pick<DocumentationPage, 'home' | 'links' | 'assets'> {
  const links: PageLink[] = top.map(([to, text]) => ({
    href: relativeLink(path, to),
    text,
    current: path === to || (to === 'guides/index.html' && path.startsWith('guides/')),
  }));
  return {
    home: { href: relativeLink(path, 'index.html'), text: 'The platform' },
    links,
    assets: {
      style: relativeLink(path, 'assets/reference.css'),
      icon: relativeLink(path, 'assets/reference.svg'),
      script: relativeLink(path, 'assets/reference.js'),
    },
  };
}

/** Renders a page of the site that is not an API reference. */
export const sitePage = (path: string, parts: Pick<DocumentationPage, 'title' | 'contents' | 'content'>): string =>
  documentationPage({ ...siteFrame(path), ...parts });
