import * as initial from './0001-initial.ts';

/** Forward only, in this order. */
export const ssoMigrations = [initial];
