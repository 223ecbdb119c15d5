/** Returns the address of the sign-in provider: `SSO_BASE_URL`, or `SSO_PORT` on this machine. */
export function ssoBaseUrl(env: NodeJS.ProcessEnv): string {
  return env['SSO_BASE_URL'] || `http://localhost:${env['SSO_PORT'] || '4001'}`;
}
