import * as initial from './0001-initial.ts';

export const notificationsMigrations = [initial];
