import * as initial from './0001-initial.ts';
import * as auditNotTruncated from './0002-audit-not-truncated.ts';

/** Forward only, in this order. */
export const ssoMigrations = [initial, auditNotTruncated];
