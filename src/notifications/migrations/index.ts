import * as initial from './0001-initial.ts';
import * as audit from './0002-audit.ts';

export const notificationsMigrations = [initial, audit];
