/** Where the mini-app backend is: `BACKEND_BASE_URL`, else this machine at `BACKEND_PORT`. */
export function backendBaseUrl(env: NodeJS.ProcessEnv): string {
  return (env['BACKEND_BASE_URL'] || `http://localhost:${env['BACKEND_PORT'] || '4003'}`).replace(/\/+$/, '');
}
