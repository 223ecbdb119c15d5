/** Name of the demo mini app, the same in the host, in its notifications and on its page. */
export const demoName = 'Demo application';
