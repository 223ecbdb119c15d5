import { element } from './screen.ts';

/** Renders the icon of an application, which stands before its name; undefined without one. */
export const applicationIcon = (iconUrl: string | null | undefined): HTMLElement | undefined =>
  iconUrl === null || iconUrl === undefined
    ? undefined
    : element('img', { class: 'application-icon', src: iconUrl, alt: '', width: '24', height: '24' });
