/** Where the sign-in provider is: `SSO_BASE_URL`, else this machine at `SSO_PORT`. */
export function ssoBaseUrl(env: NodeJS.ProcessEnv): string {
  return env['SSO_BASE_URL'] || `http://localhost:${env['SSO_PORT'] || '4001'}`;
}
