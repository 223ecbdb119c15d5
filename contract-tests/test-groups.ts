/** Tests of code that needs a document, in a project of their own: a worker is only reused for files with the same environment. */
export const domTests: readonly string[] = [
  'src/**/*.test.tsx',
  'src/client/sso/react/auth-store.test.ts',
  'src/web/ui/page.test.ts',
  'src/web/approval/browser/account-parts.test.ts',
];

/** Tests that need a program of the system besides Node: `npm run test:system`. */
export const systemTests: readonly string[] = [
  // Nodes of other versions.
  'cli/shared/{network/node-fetch,standalone}.test.ts',
  // PostgreSQL, libfaketime, or a file system of its own.
  'contract-tests/faults/{announced-key,clock-step,database-restart,full-disk,invoice-expiry,lost-status-list,split-connections}.test.ts',
  // Python, Go, Redis, or Nodes of other versions.
  'contract-tests/interop/{generated-python-client,python-client,python-verifier-comparison,redis-replay-store}.test.ts',
  'contract-tests/interop/{standard-webhooks,stock-clients,webhook-receivers,webhook-vectors}.test.ts',
  // curl, Python with the package requests, Go; the conformance suite of MCP, which npm fetches at its first use.
  'contract-tests/mock/code-samples.test.ts',
  'contract-tests/interop/mcp-conformance.test.ts',
  // PostgreSQL, HAProxy, Caddy, or systemd.
  'contract-tests/operating/{applied-roles,backup,caddy,database-tls,distribution,doctor,image}.test.ts',
  'contract-tests/operating/{migrate,point-in-time,processes,proxy,roles,rotation,systemd,upgrade}.test.ts',
];

/**
 * Tests that use the platform over HTTP only, so that it can run inside the test process: a start costs a quarter
 * of the processor time of a process. Excluded are tests that kill it, or wait for a program without serving meanwhile.
 */
export const inProcessTests: readonly string[] = [
  'contract-tests/attacks/*.test.ts',
  'contract-tests/areas/*.test.ts',
  'contract-tests/faults/{key-rotation,provider-unreachable}.test.ts',
  'contract-tests/fuzz/{oauth-parameters,raw-requests,revocation-requests,token-exchange}.test.ts',
  'contract-tests/interop/{approvals,keycloak-broker,mcp-client,mcp-guarded-server}.test.ts',
  'contract-tests/interop/{openid-client,sdk-sign-in}.test.ts',
  'contract-tests/interop/{verifier-comparison,web-bot-auth}.test.ts',
  'contract-tests/interop/oidf/{basic,config,fapi2-dpop,fapi2-par}.test.ts',
  'contract-tests/operating/{data-directory,internal-host,metrics,revoked-key,tracing}.test.ts',
  'contract-tests/rfc/{form-post,openid-connect,rfc*}.test.ts',
  'scripts/{administration,payer/payer}.test.ts',
];
