/** Pages of one app. */
export const sections = ['overview', 'keys', 'webhook', 'deliveries', 'playground'] as const;

export type Section = (typeof sections)[number];

export const sectionTitles: Readonly<Record<Section, string>> = {
  overview: 'Usage',
  keys: 'API keys',
  webhook: 'Webhook',
  deliveries: 'Deliveries',
  playground: 'Playground',
};

export const isSection = (text: string): text is Section => sections.some((section) => section === text);

export const sectionPath = (appId: string, section: Section): string => `/portal/apps/${appId}/${section}`;
