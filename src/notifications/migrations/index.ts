import * as initial from './0001-initial.ts';
import * as audit from './0002-audit.ts';
import * as webhookFailures from './0003-webhook-failures.ts';
import * as duePushes from './0004-due-pushes.ts';
import * as traces from './0005-traces.ts';
import * as attemptRequests from './0006-attempt-requests.ts';
import * as recovery from './0007-recovery.ts';
import * as deviceHandovers from './0008-device-handovers.ts';
import * as webhookKeys from './0009-webhook-keys.ts';
import * as appMembers from './0010-app-members.ts';
import * as statusEvents from './0011-status-events.ts';
import * as pushKeyRotation from './0012-push-key-rotation.ts';
import * as personalData from './0013-personal-data.ts';
import * as dueRows from './0014-due-rows.ts';
import * as keyMakers from './0015-key-makers.ts';
import * as activitySeen from './0016-activity-seen.ts';
import * as systemApp from './0017-system-app.ts';

export const notificationsMigrations = [
  initial,
  audit,
  webhookFailures,
  duePushes,
  traces,
  attemptRequests,
  recovery,
  deviceHandovers,
  webhookKeys,
  appMembers,
  statusEvents,
  pushKeyRotation,
  personalData,
  dueRows,
  keyMakers,
  activitySeen,
  systemApp,
];
