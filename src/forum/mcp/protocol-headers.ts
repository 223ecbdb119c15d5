import type { IncomingRequest } from '../../runtime/http/incoming-request.ts';

/** The headers that the protocol reads, by lower-case name. */
export type ProtocolHeaders = ReadonlyMap<string, string>;

const names = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** Selects the headers of the protocol; repeated lines are joined. */
export function protocolHeaders({ rawHeaders }: Pick<IncomingRequest, 'rawHeaders'>): ProtocolHeaders {
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (!names.includes(name)) continue;
    const value = rawHeaders[index + 1] ?? '';
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return headers;
}
