import { element } from './element.ts';

/** Sections of the account page with their titles, in display order. Each key is the section's id. */
export const accountSections = {
  connections: 'Agents and applications',
  authenticators: 'Ways to sign in',
  recovery: 'Recovery codes',
  browsers: 'Signed-in browsers',
  activity: 'Activity',
  deletion: 'Delete your identity',
} as const;

export type AccountSection = keyof typeof accountSections;

/** Renders a section of the account page: a heading, an introduction and its content. */
export function accountSection(
  id: AccountSection,
  introduction: string,
  ...content: readonly (Node | undefined)[]
): HTMLElement {
  return element(
    'section',
    { id, class: 'section', 'aria-labelledby': `${id}-title` },
    element('h2', { id: `${id}-title`, tabindex: '-1' }, accountSections[id]),
    element('p', { class: 'quiet' }, introduction),
    ...content,
  );
}

/** Renders links to the sections of the account page. */
export function accountNavigation(): HTMLElement {
  return element(
    'nav',
    { class: 'sections', 'aria-label': 'Sections of your account' },
    ...Object.entries(accountSections).map(([id, title]) => element('a', { href: `#${id}` }, title)),
  );
}
