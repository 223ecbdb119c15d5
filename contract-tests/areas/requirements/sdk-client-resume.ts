import type { WrittenSection } from './section.ts';

/** What a developer relies on when a page is reloaded or redirected during a sign-in. */
export const sdkResumeRequirements: readonly WrittenSection[] = [
  {
    section: 'SDK / Client: reload and redirect',
    serves: ['sso-client:resumeSignIn'],
    rows: [
      {
        says: 'Sign-in survives a reload and a discarded tab.',
        provenBy: [
          'resumeSignIn: a reloaded page continues the pending sign-in',
          'SDK sign-in: a reload while it waits continues the same request, also in StrictMode',
          'SDK sign-in on a phone: approved in the app while the page was discarded, it completes on return',
        ],
      },
      {
        says: 'There is nothing to resume after the end, a logout or the expiry of a sign-in.',
        provenBy: [
          'resumeSignIn: returns null without a pending sign-in, after logout and after its expiry',
          'resumeSignIn: returns null once the sign-in was %s',
          'resumeSignIn: returns null once a poll receives %i',
        ],
      },
      {
        says: 'An outage keeps the pending sign-in.',
        provenBy: ['resumeSignIn: an outage while polling keeps the pending sign-in'],
      },
      {
        says: 'A wrong local clock does not make a link unusable.',
        provenBy: ['resumeSignIn: a clock that is hours ahead does not make a link unusable'],
      },
      {
        says: 'A pending sign-in of another application, provider or key is not resumed.',
        provenBy: [
          'resumeSignIn: a pending sign-in of another application, provider or key is not resumed',
          'resumeSignIn: a link whose verifier or state belongs to another sign-in is not resumed',
        ],
      },
      {
        says: 'A forged stored value is ignored.',
        provenBy: ['resumeSignIn: a stored value with %s is ignored'],
      },
      {
        says: 'A storage without room for the link does not stop the sign-in.',
        provenBy: ['resumeSignIn: storage without room for the link does not stop a sign-in'],
      },
      {
        says: 'Redirect mode signs in on the same device.',
        serves: ['sso-client:createSignInUrl', 'sso-client:finishRedirect'],
        provenBy: [
          'SsoClient by redirect: the address has response_mode=query, PKCE, state and nonce; its code signs in',
          'SDK redirect sign-in: after %s the page receives the result, and its address has no sign-in parameters',
        ],
      },
      {
        says: 'Redirect mode needs a redirectUri.',
        serves: ['sso-client:createSignInUrl'],
        provenBy: ['SsoClient by redirect: needs a redirectUri'],
      },
      {
        says: 'finishRedirect leaves a page alone that was not opened by a sign-in.',
        serves: ['sso-client:finishRedirect'],
        provenBy: [
          'SsoClient by redirect: a page that was not opened by a redirect is left alone, also after a reload',
        ],
      },
      {
        says: 'finishRedirect redeems no code of another sign-in or issuer.',
        serves: ['sso-client:finishRedirect'],
        provenBy: [
          'RFC 9700 §4.7: the code of another sign-in is not redeemed, and the pending sign-in stays usable',
          'RFC 9207 §2.4: a redirect with issuer %s is rejected',
        ],
      },
      {
        says: 'A declined redirect is an AuthorizeError with the code of the provider.',
        serves: ['sso-client:finishRedirect'],
        provenBy: ['SsoClient by redirect: a declined sign-in is an AuthorizeError with the code of the provider'],
      },
      {
        says: 'The response leaves the address bar before the code is redeemed.',
        serves: ['sso-client:finishRedirect'],
        provenBy: ['SsoClient by redirect: the response leaves the address bar before the code is redeemed'],
      },
      {
        says: 'Outside browsers finishRedirect asks for the address.',
        serves: ['sso-client:finishRedirect'],
        provenBy: ['SsoClient by redirect: outside browsers finishRedirect asks for the address'],
      },
    ],
  },
];
