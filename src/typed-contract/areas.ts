/** Areas with a contract; the same name is used in specs, generated, src, contract-tests and docs. */
export const areas = ['sso', 'forum', 'backend', 'notifications'] as const;

export type Area = (typeof areas)[number];
