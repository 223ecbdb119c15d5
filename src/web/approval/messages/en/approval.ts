/** Texts of the page that asks for a decision. */
export const englishApproval = {
  asksYouToSignIn: '{application} asks you to sign in',
  connectQuestion: 'Connect {application}?',
  itCan: 'It can {permissions} until you disconnect it.',
  signInApproves: 'When you sign in, it can {permissions} until you disconnect it.',
  permission_sign_in: 'sign you in',
  permission_act: 'act for you at {services}',
  'permission_forum:write': 'write posts and comments for you at Forum',
  'permission_forum:vote': 'vote for you at Forum',
  'permission_notifications:host': 'receive your notifications and change who may notify you',
  permission_payments: 'create payments for you',
  permission_profile: 'see the name and the picture of your profile',
  permission_email: 'see a made-up e-mail address that stands for you',
  startedHere: 'This browser started the request. Approve only if you did this just now.',
  startedInOtherBrowser:
    '{application} is approved only in the browser that asks for it. If you did not start this sign-in, decline it.',
  startedElsewhere:
    'A link or a page of another site opened this sign-in. Approve only if you want to open {application} now.',
  approve: 'Approve',
  decline: 'Decline',
  expiresIn: 'This request expires in {time}',

  selfRegistered: '{title} The application registered itself and chose its own name. Approve only if you trust it.',
  selfRegisteredFrom:
    '{title} It comes from {host}. The application registered itself and chose its own name. Approve only if you trust it.',
  selfRegisteredReturn:
    '{title} You return to {host}. The application registered itself and chose its own name. Approve only if you trust it.',
  selfRegisteredTitle: 'Not checked by this provider.',
  otherNetwork:
    '{title} This request was started in the network {network}, which is not yours. Approve only if you started {application} there yourself, for example on a server or over mobile data.',
  otherNetworkTitle: 'Another network.',

  whichCode: 'Which code does the other screen show?',
  noCode: 'It shows no code',
  pickCode: 'Pick the code that the other screen shows.',
  withoutCodeQuestion: 'Approve without comparing a code?',
  withoutCodeText:
    'If somebody sent you this link or QR code, approving signs that person in as you. Approve only if you started this sign-in yourself, on a screen that shows no code.',
  withoutCode: 'Approve without a code',

  application: 'Application',
  callsItself: 'Calls itself',
  agentName: '“{name}”',
  agentNameChosen: 'The program chose this name. Anybody can choose any name.',
  requestedFrom: 'Requested from',
  requested: 'Requested',
  staysConnected: 'Stays connected',
  staysConnectedFor: '{duration} after its last use, or until you disconnect it',
  key: 'Key',
  noKey: 'None. Tokens of this connection are not bound to a key.',
  keyFollows:
    'Not shown yet. The application must prove a key when it connects, and only that key can use the connection.',
  keyText: 'Only this key can use the connection.',
  returnsTo: 'Returns to',
  technicalDetails: 'Technical details',
  address: 'Address {address}',
  noUserAgent: 'The program sent no name.',
  userAgent: 'Names itself {name}',

  approved: 'Approved',
  approvedText: '{application} is connected. You can disconnect it at any time in your account.',
  declined: 'Declined',
  declinedText: '{application} was not connected. If you did not start this, there is nothing more to do.',
  wrongCode: 'Wrong code',
  wrongCodeText:
    'The other screen shows a different code, so this request was ended and nothing was connected. If you started it, go back to {application} and start again. If you did not, somebody may have tried to sign in as you.',
  foreignKey: 'The key belongs to somebody else',
  foreignKeyText:
    'The key of {application} was connected to another identity before, and only that one can approve it. Nothing was connected. If you have several identities, sign in with that one and start again. Otherwise the program needs a new key.',
  stolenKey: 'The key was reported stolen',
  stolenKeyText:
    'You reported the key of {application} as stolen, so it can never be connected again. If the program is yours, give it a new key and start again. If you did not start this, somebody may be using the stolen key.',
  expired: 'Request expired',
  expiredText: 'This request has expired. Go back to {application} and start again.',
  continueTo: 'Continue to {application}',
  otherScreenContinues: 'Go back to your other screen. It continues automatically.',
  closePage: 'You can close this page.',
} as const;
