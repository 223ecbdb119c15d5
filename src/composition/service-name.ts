/** The services that `npm start` can run, in the order in which they start. */
export const serviceNames = ['sso', 'forum', 'backend', 'notifications', 'web'] as const;

export type ServiceName = (typeof serviceNames)[number];

export const isServiceName = (name: string): name is ServiceName => serviceNames.some((known) => known === name);
