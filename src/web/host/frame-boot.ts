import { readFrameName } from './frame-launch.ts';

// A native host injects these globals before the page's scripts. On the web, this script sets them and is loaded first.
const launch = window.parent === window ? undefined : readFrameName(window.name);
if (launch !== undefined) {
  // The name contains the access token, and the next page in this frame may not be trusted.
  window.name = '';
  const { hostOrigin, params } = launch;
  for (const [name, value] of Object.entries(params)) Reflect.set(window, `__PLATFORM_${name}__`, value);
  Reflect.set(window, '__miniAppsBridge__', {
    postMessage: (json: string) => window.parent.postMessage(json, hostOrigin),
  });
}
