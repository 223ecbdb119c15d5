import type { WrittenSection } from './section.ts';

/** What a developer relies on in the hooks of mini apps. */
export const sdkHookRequirements: readonly WrittenSection[] = [
  {
    section: 'SDK / Hooks: states',
    serves: ['miniapp-react:useNotificationPermission', 'miniapp-react:usePaymentRequest'],
    rows: [
      {
        says: 'Before the first call there is no status and no error.',
        provenBy: ['mini-app hooks: before the first call there is no status and no error, and the hook is callable'],
      },
      {
        says: 'Rendering sends nothing.',
        provenBy: ['mini-app hooks: rendering sends nothing to the host'],
      },
      {
        says: 'A call sends its method once, also under StrictMode.',
        provenBy: ['mini-app hooks: a call sends its method once, also under StrictMode'],
      },
      {
        says: 'isLoading is true while a call is pending.',
        provenBy: ['mini-app hooks: isLoading is true while a call is pending'],
      },
      {
        says: 'Every status of the contract, denied and rate_limited too, resolves with ok true.',
        provenBy: ['mini-app hooks: every status of the contract resolves with ok true (%i)'],
      },
      {
        says: 'A status that is not in the contract is an error.',
        provenBy: ['mini-app hooks: a response with status %j is an error'],
      },
      {
        says: 'The last status is kept while the next call is pending and when it fails.',
        provenBy: ['mini-app hooks: the last status is kept while the next call is pending and when it fails'],
      },
      {
        says: 'The next call clears the error.',
        provenBy: ['mini-app hooks: the next call clears the error'],
      },
      {
        says: 'A response that is foreign or malformed changes no state.',
        provenBy: ['mini-app hooks: a response %s changes no state'],
      },
    ],
  },
  {
    section: 'SDK / Hooks: concurrent calls',
    serves: ['miniapp-react:useNotificationPermission', 'miniapp-react:usePaymentRequest'],
    rows: [
      {
        says: 'A call during a pending one is busy at once and changes no state.',
        provenBy: [
          'mini-app hooks: a call during a pending one resolves immediately with BridgeBusyError and changes no state',
          'mini-app hooks: the second of two calls in the same tick is busy',
        ],
      },
      {
        says: 'A call right after the response is not busy.',
        provenBy: ['mini-app hooks: a call right after the response is not busy'],
      },
      {
        says: 'Two components have independent state.',
        provenBy: ['mini-app hooks: two components have independent state'],
      },
      {
        says: 'The call function is stable between renders.',
        provenBy: ['mini-app hooks: the call function is stable between renders'],
      },
    ],
  },
  {
    section: 'SDK / Hooks: time and unmounting',
    serves: ['miniapp-react:useNotificationPermission', 'miniapp-react:usePaymentRequest'],
    rows: [
      {
        says: 'A call has 120 seconds.',
        provenBy: ['mini-app hooks: the default timeout is 120,000 ms'],
      },
      {
        says: 'A changed timeout applies from the next call.',
        provenBy: ['mini-app hooks: a changed timeout option applies from the next call'],
      },
      {
        says: 'A response after the timeout changes no state.',
        provenBy: ['mini-app hooks: a response after the timeout changes no state'],
      },
      {
        says: 'After unmount no state is set, and the caller still gets the outcome.',
        provenBy: [
          'mini-app hooks: after unmount no state is set and the caller still receives the response',
          'mini-app hooks: after unmount a failure sets no state',
        ],
      },
      {
        says: 'A call from an effect of a child loads and has its outcome.',
        serves: ['miniapp-react:useNotificationPermission'],
        provenBy: [
          'useNotificationPermission: a call from a child effect loads and then has its response',
          'useNotificationPermission: a call from a child effect shows the error when no request was sent to the host',
        ],
      },
    ],
  },
  {
    section: 'SDK / Hooks: host',
    serves: ['miniapp-react:useNotificationPermission', 'miniapp-react:usePaymentRequest'],
    rows: [
      {
        says: 'With an older host a call is an error without ever loading.',
        provenBy: [
          'mini-app hooks: with an older host a call sets the error without ever loading',
          'mini-app hooks: not callable when the host states no version',
        ],
      },
      {
        says: 'The oldest host that has the method is enough.',
        provenBy: ['mini-app hooks: callable with the oldest host version that has the method'],
      },
      {
        says: 'Without a host a call fails at once.',
        provenBy: ['mini-app hooks: without a host not callable, and a call fails immediately'],
      },
      {
        says: 'An exception of the host becomes the error.',
        provenBy: ['mini-app hooks: an exception of the host becomes the error'],
      },
      {
        says: 'A server renders the hook as not callable.',
        provenBy: ['mini-app hooks: server rendering works and is not callable'],
      },
      {
        says: 'Another bridge of the provider applies from the next call.',
        serves: ['miniapp-react:BridgeProvider'],
        provenBy: ['mini-app hooks: another bridge of the BridgeProvider applies from the next call'],
      },
      {
        says: 'Without a provider the hooks use the bridge of the page.',
        serves: ['miniapp-react:useBridge'],
        provenBy: ['useBridge: without a BridgeProvider it returns the bridge of the page'],
      },
      {
        says: 'useLaunchParams returns the launch params.',
        serves: ['miniapp-react:useLaunchParams'],
        provenBy: ['useLaunchParams: returns the launch params of the bridge'],
      },
      {
        says: 'A payment sends only the members of the contract, and has hash or error code.',
        serves: ['miniapp-react:usePaymentRequest'],
        provenBy: [
          'usePaymentRequest: sends only the invoice members of the contract',
          'usePaymentRequest: the response %o yields the state %o',
        ],
      },
    ],
  },
];
