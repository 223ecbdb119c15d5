import * as initial from './0001-initial.ts';
import * as audit from './0002-audit.ts';
import * as webhookFailures from './0003-webhook-failures.ts';

export const notificationsMigrations = [initial, audit, webhookFailures];
