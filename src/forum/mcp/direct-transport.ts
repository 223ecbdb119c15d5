import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageClassification,
  PerRequestHTTPServerTransport,
  type Server,
  type Transport,
} from '@modelcontextprotocol/server';

/**
 * Gives requests to a server, one at a time, and returns their responses. The library's own transport creates the objects
 * of a web request and its response, which cost more processor time than a read.
 */
export interface DirectConnection {
  readonly exchange: (request: JSONRPCRequest) => Promise<JSONRPCMessage>;
}

/** @param classification revision of all messages; undefined for those before 2026-07-28 */
export async function connectDirectly(
  server: Server,
  classification: MessageClassification | undefined,
): Promise<DirectConnection> {
  let received: (message: JSONRPCMessage) => void = () => undefined;
  const direct = {
    start: async () => undefined,
    close: async () => undefined,
    send: async (message: JSONRPCMessage) => received(message),
  };
  // Only a transport of this class binds a server to its revision.
  const transport: Transport = classification
    ? Object.assign(new PerRequestHTTPServerTransport({ classification }), direct)
    : direct;
  await server.connect(transport);
  return {
    exchange: (request) => {
      const response = new Promise<JSONRPCMessage>((resolve) => (received = resolve));
      transport.onmessage?.(request, classification && { classification });
      return response;
    },
  };
}
