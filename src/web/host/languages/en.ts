import { setHostLanguage } from '../language.ts';

/** Texts of the web host: the list, the settings, the prompt and the payment sheet. */
export const englishHost = {
  title: 'Web host',
  yourApps: 'Your mini apps',
  invitation: 'Sign in with your phone or a passkey to open mini apps, pay in them and receive their notifications.',
  listening: 'listening for notifications',
  connecting: 'connecting…',
  open: 'Open',
  close: 'Close',
  noApp: 'This installation has no mini app.',
  notFound: 'Page not found',
  noSuchApp: 'This installation has no mini app at this address.',
  opening: 'Opening {app}…',

  allowTitle: 'Allow {app} to notify you?',
  allowText:
    'It may send you at most one notification an hour, and three a day. You can turn them off in the settings.',
  notNow: 'Not now',
  allow: 'Allow',

  pay: 'Pay',
  payTitle: 'Pay {app}',
  cancel: 'Cancel',
  simulated: 'Simulated: this host pays with a test key, and no money moves.',
  loadingInvoice: 'Loading the invoice…',
  test: 'test: {result}',
  to: 'To',
  network: 'Network',
  invoice: 'Invoice',
  alreadyPaid: 'This invoice is already paid.',
  alreadyFailed: 'This invoice has failed.',
  alreadyClosed: 'This invoice can no longer be paid.',

  arrived: 'Arrived notifications',
  dismiss: 'Dismiss',
  dismissOne: 'Dismiss: {text}',

  notifications: 'Notifications',
  notificationsHint: 'One switch per app that asked for permission. Changes take effect immediately.',
  platformSwitch: 'Changes of your account and apps',
  platformHint:
    'The platform tells you when a passkey or device is added, and when another member changes an app of yours.',
  nobodyAsked: 'No app has asked for permission yet. Open one: it asks when it has something to tell you.',
  thisBrowser: 'This browser',
  whenClosed: 'Notify me when this page is closed',
  noWebPush: 'This browser does not support web push.',
  blocked: 'Notifications of this site are blocked. Allow them in the browser settings first.',
  notAllowed: 'You did not allow notifications for this site.',
  pushUnreachable: 'The push service of this browser cannot be reached. Check your connection and try again.',
} as const;

setHostLanguage('en', englishHost);
