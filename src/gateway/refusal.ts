/** A refused request. Proxies pass only 401 and 403 on as a refusal; they take others for a failure of the gateway. */
export interface Refusal {
  readonly ok: false;
  readonly status: 401 | 403;
  /** Stable, lowercase letters and underscores. */
  readonly code: string;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const refuse = (
  status: 401 | 403,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Refusal => ({ ok: false, status, code, message, headers });
