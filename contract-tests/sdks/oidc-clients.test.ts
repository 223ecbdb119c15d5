import { join } from 'node:path';
import { afterAll, beforeAll, test, vi } from 'vitest';
import { type RunningProvider, startProvider } from '../fixtures/sso.ts';
import { expectSignIn, guidePrograms, type StockApplication, stockApplication } from '../fixtures/stock-client.ts';
import { generatedPath, isGenerated } from './generated-sdks.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let provider: RunningProvider | undefined;
let application: StockApplication;
beforeAll(async () => {
  if (!isGenerated('nimbus') && !isGenerated('openidconnect')) return;
  provider = await startProvider();
  application = await stockApplication(provider);
});
afterAll(() => provider?.stop());

test.runIf(isGenerated('nimbus'))('stock client Nimbus: a sign-in with the defaults of its guide and PKCE', () => {
  const libraries = generatedPath('nimbus', '*');
  return expectSignIn(['java', '-cp', libraries, join(guidePrograms, 'java', 'SignIn.java')], application);
});

test.runIf(isGenerated('openidconnect'))(
  'stock client openidconnect: a sign-in with the defaults of its README and PKCE',
  () => expectSignIn([generatedPath('rust', 'target', 'debug', 'sign-in')], application),
);
