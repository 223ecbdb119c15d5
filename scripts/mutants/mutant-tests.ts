/**
 * Further tests of each area, mostly over HTTP. Those that start the platform as another process do not see changes of
 * code in memory.
 */
const areaTests: Readonly<Record<string, readonly string[]>> = {
  // The rules of signed requests are used, and tested, by the client library.
  protocol: ['src/client/{access-token,http-signatures}/*.test.ts'],
  sso: [
    'contract-tests/rfc/*.test.ts',
    'contract-tests/areas/{console,revocation,sso-network,token-reach}.test.ts',
    'contract-tests/interop/web-bot-auth.test.ts',
  ],
  forum: ['contract-tests/areas/forum*.test.ts'],
  backend: ['contract-tests/areas/{backend,backend-tokens,document-backend}.test.ts'],
  notifications: ['contract-tests/areas/document-notifications.test.ts'],
};

/** Returns the test files that can notice a changed rule of src/protocol, or a changed handler of an area. */
export function testsOf(area: string): { include: string[]; exclude: string[] } {
  return {
    include: [`src/${area}/**/*.test.ts`, ...(areaTests[area] ?? [])],
    exclude: [
      // It reads source code, which is instrumented here.
      'src/protocol/portable.test.ts',
      // A minute of random histories; the tests of the operations notice the same changes.
      'src/sso/sessions/session-histories.test.ts',
      // It kills the provider.
      'contract-tests/rfc/status-list.test.ts',
    ],
  };
}
