import type { WrittenSection } from './section.ts';

/** What a developer relies on in the React components. */
export const sdkReactRequirements: readonly WrittenSection[] = [
  {
    section: 'SDK / React: provider',
    serves: ['sso-react:SsoProvider'],
    rows: [
      {
        says: 'React 18 and 19.',
        provenBy: ['React $react and Express $express'],
      },
      {
        says: 'StrictMode repeats no request.',
        provenBy: [
          'SignInPanel: waiting shows QR code, link and comparison code after one authorize request, also under StrictMode',
          'useAuth: an expired session is renewed once, also under StrictMode',
        ],
      },
      {
        says: 'An invalid configuration throws on render and names the option.',
        provenBy: ['SsoProvider: an invalid configuration throws on render and names the option'],
      },
      {
        says: 'Rendering on a server sends nothing and shows no session.',
        provenBy: [
          'SSO React: server rendering sends no request',
          'SignedIn and SignedOut: neither renders on a server or while a session is renewed',
          'docs/examples: the Next.js page is rendered on the server without a session',
        ],
      },
      {
        says: 'A remounted provider keeps the shown link.',
        provenBy: ['SSO React: a remounted SsoProvider with the same client keeps the shown link'],
      },
      {
        says: 'A reloaded page signs in without an open dialog.',
        provenBy: [
          'SSO React: signs in without an open dialog, and a later sign-out starts no other sign-in',
          'SSO React: after the pending sign-in was declined, the dialog starts another',
        ],
      },
      {
        says: 'An unmounted provider does not poll.',
        provenBy: ['SSO React: an unmounted provider does not poll'],
      },
      {
        says: 'The context value is stable between renders.',
        provenBy: ['SSO React: the context value is stable between renders'],
      },
    ],
  },
  {
    section: 'SDK / React: useAuth',
    serves: ['sso-react:useAuth'],
    rows: [
      {
        says: 'useAuth follows sign-in, sign-out, and another person.',
        provenBy: [
          'useAuth: follows sign-in and sign-out',
          'useAuth: the subject changes when another person signs in',
        ],
      },
      {
        says: 'useAuth follows changes of another tab.',
        provenBy: ['useAuth: follows a change made in another tab'],
      },
      {
        says: 'useAuth outside a provider throws and names it.',
        provenBy: ['useAuth: throws outside an SsoProvider and names it'],
      },
      {
        says: 'error has the last error with its cause; onError gets each once.',
        provenBy: [
          'useAuth error and onError: a failed call is reported once with its cause and cleared by the next success',
          'useAuth: a failed revocation signs out, and its error is shown',
        ],
      },
      {
        says: 'signIn opens one dialog for all callers and resolves with the outcome.',
        provenBy: [
          'useAuth signIn: opens one dialog for all callers and resolves with true after the sign-in',
          'useAuth signIn: resolves with false when the user closes the dialog',
          'useAuth signIn: resolves with false when the provider unmounts',
        ],
      },
      {
        says: 'SignedIn and SignedOut follow the session; neither renders while it loads.',
        serves: ['sso-react:SignedIn', 'sso-react:SignedOut'],
        provenBy: [
          'SignedIn and SignedOut: exactly one renders, and a change of the session swaps them',
          'SignedIn and SignedOut: neither renders on a server or while a session is renewed',
        ],
      },
      {
        says: 'A session of another application of the origin counts as signed out.',
        serves: ['sso-react:SignedOut'],
        provenBy: ['SignedOut: renders for a session of another application of the same origin'],
      },
    ],
  },
  {
    section: 'SDK / React: renewal while a page stays open',
    serves: ['sso-react:SsoProvider'],
    rows: [
      {
        says: 'An open page renews the session before it expires.',
        provenBy: ['SSO React: an open page renews the session before it expires'],
      },
      {
        says: 'An expired session that can be renewed is never shown as signed out.',
        provenBy: [
          'SSO React: an expired session that can be renewed is never shown as signed out',
          'useAuth: an expired session that was revoked is signed out',
        ],
      },
      {
        says: 'An outage loses no session; renewal is tried more and more seldom.',
        provenBy: [
          '%s on renewal does not end the session: it is retried with growing pauses until it succeeds',
          'SSO React: an outage of minutes before the session expires is not visible',
        ],
      },
      {
        says: 'A page that is visible or online again tries at once.',
        provenBy: ['a page that is %s retries the renewal at once'],
      },
      {
        says: 'Retry-After is waited for.',
        provenBy: ['SSO React: renewal waits for Retry-After'],
      },
      {
        says: 'A revoked session is signed out and never retried.',
        provenBy: ['SSO React: a session that is %s is signed out and never retried'],
      },
      {
        says: 'A session without refresh token ends with its id_token.',
        provenBy: ['SSO React: a session without refresh token ends when its id_token expires'],
      },
      {
        says: 'Tokens that are issued nearly expired cause no storm of requests.',
        provenBy: ['SSO React: tokens that are issued nearly expired are renewed at most once a minute'],
      },
      {
        says: 'Nothing is sent while no component listens.',
        provenBy: ['SSO React: a store without listeners sends nothing and continues with the first listener'],
      },
    ],
  },
  {
    section: 'SDK / React: panel, modal, button',
    serves: ['sso-react:SignInPanel'],
    rows: [
      {
        says: 'An approval sends one token request and calls onSuccess once.',
        provenBy: [
          'SignInPanel: an approval sends one token request and calls onSuccess once',
          'SDK button: sign-in sends one authorize and one token request, and a reload keeps the session',
        ],
      },
      {
        says: 'Declined, expired and failed sign-ins are shown and can be retried.',
        provenBy: [
          'SignInPanel: %s is shown, and a retry makes a fresh deep link',
          'SignInPanel: a failure of %s (%i) can be retried',
          'SignInPanel: a double click on "Try again" starts one attempt',
        ],
      },
      {
        says: 'Overload and lost responses while waiting are not shown.',
        provenBy: ['SignInPanel: overload and lost responses while waiting are retried'],
      },
      {
        says: 'A remount keeps the attempt, unless its link is about to expire.',
        provenBy: [
          'SignInPanel: a remount while waiting keeps the attempt and its link',
          'SignInPanel: a remount with a link about to expire makes a fresh one',
        ],
      },
      {
        says: 'Unmounting stops polling.',
        provenBy: ['SignInPanel: unmounting stops polling'],
      },
      {
        says: 'Two panels share one attempt.',
        provenBy: ['SignInPanel: two panels share one attempt'],
      },
      {
        says: 'A visible or online page polls at once, one request at a time.',
        provenBy: ['SignInPanel: a visible or online page polls immediately, one request at a time'],
      },
      {
        says: 'Nothing is sent while signed in.',
        provenBy: ['SignInPanel: sends nothing when signed in and starts after a sign-out'],
      },
      {
        says: 'A reloaded page shows the pending link.',
        provenBy: ['SignInPanel: a reloaded page shows the link that was pending and completes its sign-in'],
      },
      {
        says: 'A sign-in in another tab ends the waiting, starting or declined one here.',
        provenBy: [
          'SSO React: a waiting sign-in succeeds and stops polling when another tab signs in',
          'SSO React: a starting sign-in shows no link when another tab has signed in',
          'SSO React: a declined sign-in shows success when another tab signs in',
        ],
      },
      {
        says: 'No sign-in starts while a session can be renewed.',
        provenBy: [
          'SSO React: no sign-in starts while an expired session can be renewed',
          'SSO React: a sign-in starts when renewal finds the session revoked',
        ],
      },
      {
        says: 'A wrong local clock keeps the shown link.',
        provenBy: ['SSO React: a page whose clock is %i ms ahead keeps the shown link'],
      },
      {
        says: 'Texts are replaceable.',
        provenBy: ['SignInPanel: texts are replaceable'],
      },
      {
        says: 'The button opens the dialog, and signs out a signed-in user.',
        serves: ['sso-react:SignInButton'],
        provenBy: [
          'SignInButton: a click opens the dialog and starts the sign-in',
          'SignInButton: after success the dialog closes and the button signs out',
        ],
      },
      {
        says: 'The dialog closes by Escape and its backdrop, traps the focus and recovers from being offline.',
        serves: ['sso-react:SignInModal'],
        provenBy: [
          'SignInModal: Escape and a click on the backdrop close it; a click inside does not',
          'SignInModal: reopening shows the same attempt',
          'SDK modal: focus is trapped, Escape closes it and restores the focus, and it recovers from being offline',
        ],
      },
      {
        says: 'Every state is accessible in both themes, and every documented CSS variable takes effect.',
        provenBy: [
          'SDK sign-in, %s theme at %i pixels: every state is accessible and nothing overflows',
          'SDK theme: in a page with data-theme=%s an element with data-theme=%s has its own colours',
          'SDK theme: every documented CSS variable takes effect',
        ],
      },
      {
        says: 'Own components receive the same states.',
        serves: ['sso-react:useSignIn'],
        provenBy: ['useSignIn: custom components receive the same states'],
      },
    ],
  },
];
