/** Returns the address of the sign-in provider: `SSO_BASE_URL`, or `SSO_PORT` on this machine. */
export function ssoBaseUrl(env: NodeJS.ProcessEnv): string {
  return env['SSO_BASE_URL'] || `http://localhost:${env['SSO_PORT'] || '4001'}`;
}

/** Returns the address of the mini-app backend: `BACKEND_BASE_URL`, else localhost at `BACKEND_PORT`. */
export function backendBaseUrl(env: NodeJS.ProcessEnv): string {
  return (env['BACKEND_BASE_URL'] || `http://localhost:${env['BACKEND_PORT'] || '4003'}`).replace(/\/+$/, '');
}
