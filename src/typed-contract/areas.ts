/** The four contracts; the same word names an area in specs, generated, src, contract-tests and docs. */
export const areas = ['sso', 'forum', 'backend', 'notifications'] as const;

export type Area = (typeof areas)[number];
