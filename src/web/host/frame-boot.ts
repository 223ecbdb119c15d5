import { readFrameName } from './frame-launch.ts';

// A native host injects these before the page's scripts run. On the web the mini app loads this script first.
const launch = window.parent === window ? undefined : readFrameName(window.name);
if (launch !== undefined) {
  // The next page in this frame is none of ours to trust.
  window.name = '';
  const { hostOrigin, params } = launch;
  for (const [name, value] of Object.entries(params)) Reflect.set(window, `__PLATFORM_${name}__`, value);
  Reflect.set(window, '__miniAppsBridge__', {
    postMessage: (json: string) => window.parent.postMessage(json, hostOrigin),
  });
}
