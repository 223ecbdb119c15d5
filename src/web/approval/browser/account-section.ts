import { element } from './element.ts';
import { translated } from './language.ts';

/** Sections of the account page in display order: ids, and keys of their titles. */
const accountSections = [
  'connections',
  'profile',
  'authenticators',
  'recovery',
  'browsers',
  'activity',
  'deletion',
] as const;

type AccountSection = (typeof accountSections)[number];

/** Renders a section of the account page: a heading, an introduction and its content. */
export function accountSection(
  id: AccountSection,
  introduction: string,
  ...content: readonly (Node | undefined)[]
): HTMLElement {
  return element(
    'section',
    { id, class: 'section', 'aria-labelledby': `${id}-title` },
    element('h2', { id: `${id}-title`, tabindex: '-1' }, translated(id)),
    element('p', { class: 'quiet' }, introduction),
    ...content,
  );
}

/** Renders links to the sections of the account page. */
export function accountNavigation(): HTMLElement {
  return element(
    'nav',
    { class: 'sections', 'aria-label': translated('sections') },
    ...accountSections.map((id) => element('a', { href: `#${id}` }, translated(id))),
  );
}
