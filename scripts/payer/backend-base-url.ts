/** Returns the address of the mini-app backend: `BACKEND_BASE_URL`, else localhost at `BACKEND_PORT`. */
export function backendBaseUrl(env: NodeJS.ProcessEnv): string {
  return (env['BACKEND_BASE_URL'] || `http://localhost:${env['BACKEND_PORT'] || '4003'}`).replace(/\/+$/, '');
}
