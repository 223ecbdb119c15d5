/** Texts that the provider writes into its pages, without a script. */
export const englishPages = {
  language: 'Language',
  navigation: 'Platform',
  skipToContent: 'Skip to the content',
  start: 'Start',
  forum: 'Forum',
  portal: 'Developer portal',
  host: 'Web host',
  account: 'Your account',
  documentation: 'Documentation',
  requests: 'Requests',
  offlineTitle: 'You are offline',
  offlineText:
    'Your requests are shown when you are back on the network. An agent whose request you do not decide gets no.',
  tryAgain: 'Try again',
  scan: 'Scan a code',
  receipt: 'Verify a receipt',
  loading: 'Loading…',
  scriptsOff: 'Passkeys need JavaScript. Turn it on for this page.',
  scriptMissing:
    'The script of this page is not built. The operator of this provider has to run {command} and restart it.',

  signInTo: 'Sign in to {application}',
  otherDevice: 'Approve on another device',
  otherDeviceCode: 'QR code of this request',
  otherDeviceScan: 'Scan this with your phone, and pick this code there:',
  otherDeviceContinues: 'This page continues automatically when you have decided there.',
  unknownLink: 'Unknown link',
  unknownLinkTitle: 'Sign-in request not found',
  unknownLinkText:
    'The link is incomplete, or the request expired some time ago. Go back to the application and start again.',

  recover: 'Recover your identity',
  linkDevice: 'Link this device',
  linkExpired: 'Link expired',
  linkExpiredTitle: 'This link has expired',
  linkExpiredText: 'It was used before, withdrawn, or is older than five minutes. Create a new one in your account.',

  connectDevice: 'Connect a device',
  connectDeviceText: 'Type the code that the device shows. Only go on if the device is in front of you, or yours.',
  deviceCode: 'Code',
  continue: 'Continue',
  deviceCodeUnknown:
    'No device is waiting for this code. Check the code, or start again on the device: a code works for a few minutes.',
  deviceCodeFromOtherSite: 'The code was sent by another site. Type it on this page.',

  signedOut: 'Signed out',
  signedOutTitle: 'You are signed out',
  signedOutText:
    'This browser is no longer signed in here, and the applications that were started in it have ended. Agents, and what you approved on another device, stay connected.',
  notSignedInTitle: 'You are not signed in here',
  notSignedInText: 'Nothing ended: this browser is not signed in as the person whom the application named.',
  signOutQuestion: 'Sign out?',
  signOutText: 'An application asks to sign this browser out of Platform Sign-In.',
  signOutEnds: {
    one: 'This ends {count} application that you opened in this browser. Agents and other devices stay connected.',
    other: 'This ends {count} applications that you opened in this browser. Agents and other devices stay connected.',
  },
  signOut: 'Sign out',
  staySignedIn: 'Stay signed in',
  signingOut: 'Signing out',
  signingOutTitle: 'Signing out …',

  pageNotFound: 'Page not found',
  pageNotFoundText: 'There is no page at this address. Check the link.',

  cannotContinue: 'This request cannot continue',
  cannotContinueText:
    'Go back to the application and start again. If this page returns, tell the operator of the application:',
  unverifiedApplication:
    '{application} registered itself, and nobody has verified it. Go on to {host} only if you know this address.',
  continueToHost: 'Go on to {host}',
  notSignedOut: 'You were not signed out. If this page returns, tell the operator of the application:',
} as const;
