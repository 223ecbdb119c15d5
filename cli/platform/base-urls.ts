type Env = Readonly<Record<string, string | undefined>>;

/** Default ports of `platform dev`. */
const ports = { sso: 4001, forum: 4002, backend: 4003, notifications: 4004, web: 4000 } as const;

/** Returns the address of a service without trailing slash: `<NAME>_BASE_URL`, or `<NAME>_PORT` on this machine. */
export function serviceBaseUrl(env: Env, name: keyof typeof ports): string {
  const prefix = name.toUpperCase();
  const url = env[`${prefix}_BASE_URL`] || `http://localhost:${env[`${prefix}_PORT`] || ports[name]}`;
  return url.replace(/\/+$/, '');
}
