/** Texts of the sign-in, of passkeys, and of what every screen shares. */
export const englishSignIn = {
  cancel: 'Cancel',
  save: 'Save',
  today: 'today, {time}',
  dateAndTime: '{date}, {time}',
  unknownProgram: 'Unknown program',
  programOnSystem: '{program} on {system}',
  timeAndPlace: '{time}, {place}',
  placeText: '{program}, {network}',

  signIn: 'Sign in',
  signInWithPasskey: 'Sign in with a passkey',
  createPasskey: 'Create a passkey',
  invite: 'Invite',
  passkeyName: 'Name of the new passkey',
  passkeyNameNeeded: 'Enter a name for the passkey, so that you can recognize it later.',
  noNewIdentities: 'New identities cannot be created here.',
  orSignIn: 'or sign in, if you have an identity here',
  orCreate: 'or create a new identity',
  lostEverything: 'Lost your passkeys and devices? {link}.',
  useRecoveryCode: 'Use a recovery code',

  recoveredNotice:
    '{title} It added a passkey {time} and signed out all browsers. If this was not you, {link} and replace your recovery codes.',
  recoveredNoticeName: 'Recovery',
  recoveredNoticeTitle: 'A recovery code was used.',
  recoveredNoticeLink: 'remove the passkey',
  itWasMe: 'It was me',
  noticesName: 'Changes that you have not seen',
  noticesTitle: 'Was this you?',
  noticesText: 'If not, sign out all browsers, and remove the passkeys and devices that you do not know.',
  noticesSeen: 'Yes, all of it was me',

  recover: 'Recover your identity',
  recoverText:
    'If you have lost all your passkeys and devices, one of your recovery codes adds a new passkey to your identity. The code works once, and all your browsers are signed out.',
  recoveryCode: 'Recovery code',
  recoverButton: 'Recover',
  recovered: 'Recovered',
  recoveredText: 'Your new passkey is added, and all browsers are signed out.',
  recoveryCodesLeft: {
    one: 'You have {count} recovery code left.',
    other: 'You have {count} recovery codes left.',
  },
  recoveredNext: 'Sign in with the new passkey. In your account, remove the passkeys and devices that you lost.',

  linkThisDevice: 'Link this device',
  linkThisDeviceText:
    'This device gets a passkey of the identity that shows the link. Continue only if the link is from your own account page: otherwise you would sign in as somebody else.',
  deviceName: 'Name of this device',
  softwarePhone: 'Use the software phone instead',
} as const;
