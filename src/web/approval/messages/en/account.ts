/** Texts of the account page. */
export const englishAccount = {
  account: 'Your account',
  accountText: 'Manage the applications and agents that can act for you, and your passkeys and devices.',
  invited: 'You are invited',
  invitedText:
    'Create a passkey on this device: it is your identity here, without a name or an e-mail address. The invite works once.',
  sessionAddress: 'Session address {address}',
  created: 'Created {time}',
  signOut: 'Sign out',
  oneWayToSignIn:
    '{title} If you lose it, you lose this identity. {authenticators}, best on another device, or {recovery}.',
  oneWayToSignInTitle: 'You have one way to sign in.',
  oneWayToSignInAdd: 'Add a second one',
  oneWayToSignInRecovery: 'create recovery codes',
  sections: 'Sections of your account',
  connections: 'Agents and applications',
  connectionsText:
    'These can act for you until you disconnect them. Applications know you by your session address only.',
  authenticators: 'Ways to sign in',
  authenticatorsText:
    'You sign in and approve requests with these. A passkey works in browsers, and its maker may synchronize it between your devices. A device is an app or a program with a key of its own.',
  recovery: 'Recovery codes',
  recoveryText:
    'If you lose all your passkeys and devices, a recovery code adds a new passkey to this identity. Each code works once.',
  browsers: 'Signed-in browsers',
  browsersText:
    'These browsers can open this page. Approving and changing anything important needs your passkey as well.',
  activity: 'Activity',
  activityText: 'What happened to your identity in the last 400 days.',
  deletion: 'Delete your identity',
  deletionText:
    'This disconnects every application and deletes your passkeys and devices. Your session address is never assigned again.',

  connectionList: 'Connected applications and agents',
  noConnections: 'No application or agent is connected.',
  helpersOf: 'Helpers of {name}',
  helper: 'Helper of an agent, limited to {scopes}',
  callsItselfName: 'Calls itself “{name}”',
  lastUsed: 'Last used {time}',
  lastUsedAt: 'Last used {time}, {place}',
  connected: 'Connected {time}',
  keyBeginning: 'Key {beginning} …',
  notBound: 'Not bound to a key',
  showOlderConnections: 'Show older ones',
  disconnect: 'Disconnect',
  disconnectName: 'Disconnect {name}, connected {time}',
  disconnectQuestion: 'Disconnect {name}?',
  disconnectText:
    'The platform refuses it within seconds, and servers that check tokens on their own within 15 minutes. It has to ask you again before it can act for you.',
  whyDisconnect: 'Why?',
  noLongerUsed: 'I no longer use it',
  keyStolen: 'Its key may be stolen',
  keyStolenText:
    'Nobody can use the key again, and what it ever signed, such as commits, no longer counts as yours. The agent needs a new key. This cannot be undone; you confirm it with your passkey.',
  rename: 'Rename',
  renameTitle: 'Rename {name}',
  renameConnection: 'Rename {name}, connected {time}',
  newName: 'New name',
  nameHint: 'a name that is not empty',

  addPasskey: 'Add a passkey',
  linkDevice: 'Link a phone or device',
  passkeyUsed: 'Passkey, last used {time}',
  passkeyUnused: 'Passkey, not used yet',
  deviceUsed: 'Device, last used {time}',
  deviceUnused: 'Device, not used yet',
  added: 'Added {time}',
  renamePasskeyTitle: 'Rename the passkey {name}',
  renameDeviceTitle: 'Rename the device {name}',
  renamePasskey: 'Rename the passkey {name}, added {time}',
  renameDevice: 'Rename the device {name}, added {time}',
  remove: 'Remove',
  removePasskey: 'Remove the passkey {name}, added {time}',
  removeDevice: 'Remove the device {name}, added {time}',
  removePasskeyQuestion: 'Remove the passkey {name}?',
  removeDeviceQuestion: 'Remove the device {name}?',
  removePasskeyText:
    'It was added {time}. It can no longer be used to sign in. Browsers that signed in with it are signed out, and the applications that were started in them end. Agents stay connected.',
  removeLastPasskeyText:
    'It was added {time}. It can no longer be used to sign in. Browsers that signed in with it are signed out, and the applications that were started in them end. It is your only passkey: without one you cannot sign in to this page, and approve with your devices only.',
  removeDeviceText:
    'It was added {time}. It can no longer approve requests or act for you. Applications that it approved stay connected until you disconnect them.',

  linkText:
    'Scan this with the camera of your phone, or open the link on it. The device becomes another way to sign in as you: show it to nobody else.',
  linkCode: 'QR code of the link',
  linkTimeLeft: 'The link works once, for {time}',
  linkWaiting: 'Waiting for the other device …',
  linkEnded: 'This link has expired. Close this and create a new one.',
  close: 'Close',
  theDevice: 'The device',
  wasLinked: '{name} was linked. If this is not yours, remove it.',

  noCodes: 'You have no recovery codes.',
  unusedCodes: {
    one: 'You have {count} unused code. Create new ones soon.',
    other: 'You have {count} unused codes.',
  },
  createCodes: 'Create recovery codes',
  replaceCodes: 'Replace recovery codes',
  replaceCodesQuestion: 'Replace your recovery codes?',
  replaceCodesText: 'The codes that you have saved stop working.',
  replace: 'Replace',
  codes: 'Your recovery codes',
  codesText:
    'Save them where you find them without your devices, such as on paper or in a password manager. They are not shown again. Each one works once.',
  copy: 'Copy',
  copied: 'Copied',
  download: 'Download',
  codesSaved: 'I have saved them',

  thisBrowser: 'This browser',
  signedIn: 'Signed in {time}',
  endSession: 'End',
  endSessionOf: 'End the session of {browser}, signed in {time}',
  endAllSessions: 'End all sessions',
  endAllSessionsQuestion: 'End all sessions?',
  endAllSessionsText:
    'All browsers are signed out, this one too, and the applications that were started in them end. Agents and applications that you approved on another device stay connected.',

  showOlderEvents: 'Show older events',
  downloadJson: 'Download as JSON',
  deleteIdentity: 'Delete …',
  deleteQuestion: 'Delete your identity?',
  deleteText: 'All applications are disconnected, and the provider deletes your passkeys. This cannot be undone.',
  deleteForGood: 'Delete for good',
  deleted: 'Deleted',
  deletedText:
    'Your identity is deleted, and every application is disconnected. You can now remove the passkey from your device.',
} as const;
