/** All texts of the components. */
export interface SignInTexts {
  readonly signIn: string;
  readonly signOut: string;
  readonly title: string;
  readonly close: string;
  readonly preparing: string;
  readonly scan: string;
  readonly qrLabel: string;
  readonly openApp: string;
  readonly onThisDevice: string;
  readonly onAnotherDevice: string;
  readonly compare: string;
  readonly waiting: string;
  readonly finishing: string;
  readonly success: string;
  readonly successHint: string;
  readonly rejected: string;
  readonly rejectedHint: string;
  readonly expired: string;
  readonly expiredHint: string;
  readonly failed: string;
  readonly failedHint: string;
  readonly tryAgain: string;
}

export const signInTexts: SignInTexts = {
  signIn: 'Sign in',
  signOut: 'Sign out',
  title: 'Sign in',
  close: 'Close',
  preparing: 'Preparing the sign-in…',
  scan: 'Scan with the camera of your phone',
  qrLabel: 'QR code of the sign-in link',
  openApp: 'Open in the app',
  onThisDevice: 'On this device',
  onAnotherDevice: 'On another device',
  compare: 'Both screens show',
  waiting: 'Waiting for your approval…',
  finishing: 'Approved. Finishing…',
  success: 'You are signed in',
  successHint: 'You can go on.',
  rejected: 'Declined',
  rejectedHint: 'The request was declined.',
  expired: 'Too late',
  expiredHint: 'The code was valid for a few minutes only.',
  failed: 'That did not work',
  failedHint: 'The sign-in service could not be reached, or refused the request.',
  tryAgain: 'Try again',
};
