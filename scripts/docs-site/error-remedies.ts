/** What to do about error codes whose contracts have neither an example nor a row in a table of codes. */
const standard: ReadonlyMap<string, string> = new Map([
  ['access_denied', 'The person declined. Start a new sign-in if they want to try again.'],
  ['authorization_pending', 'The person has not decided yet. Ask again after `interval` seconds.'],
  ['consent_required', 'Start again without `prompt=none`: the person has to approve.'],
  ['expired_token', 'The device code expired. Ask for a new one.'],
  ['host_not_allowed', 'Call `/mcp` at the address of the forum.'],
  ['invalid_client_metadata', 'Correct the member that `error_description` names.'],
  ['invalid_request_uri', 'Push the request again: its address is unknown, used or expired.'],
  ['invalid_target', 'Ask for a `resource` of this platform, one that this client may use.'],
  ['key_compromised', 'The owner reported this key stolen. Make a new key.'],
  ['login_required', 'Start again without `prompt=none`: the person has to sign in.'],
  ['owner_mismatch', 'The request is for another owner. Sign in as that one.'],
  ['registration_not_supported', 'Register the client beforehand; `registration` is not read.'],
  ['request_not_supported', 'Send the parameters themselves, or push them: `request` is not read.'],
  ['request_uri_not_supported', 'Use an address from a pushed authorization request.'],
  ['slow_down', 'Ask five seconds less often from now on.'],
  ['unauthorized_client', 'Register the client for this grant or response type.'],
  ['', 'The body is a JSON-RPC error: read its `message`.'],
]);

/** Rows of the tables of codes in a contract: codes, then what to do. */
const codeRow = /^\s*\| ((?:`\w+`(?:, )?)+) \| (.+) \|\s*$/gm;

/** Returns what to do by error code, from the tables in a contract's texts. */
export function remediesOf(contract: object): (code: string) => string {
  const found = new Map<string, string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string')
      for (const [, codes = '', remedy = ''] of value.matchAll(codeRow))
        for (const [, code = ''] of codes.matchAll(/`(\w+)`/g)) found.set(code, sentence(remedy));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(contract);
  return (code) => found.get(code) ?? standard.get(code) ?? '';
}

/** The tables continue the words of their heads: "the request | has no proof". */
const sentence = (text: string): string => {
  const whole = /^(?:has|authorizes|contains) /.test(text) ? `The request ${text}` : text;
  return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}${whole.endsWith('.') ? '' : '.'}`;
};
