import type { components } from '../../../generated/forum/types.ts';
import type { ForumHandler } from '../handler.ts';

/** Responds to one message of the Model Context Protocol; the library has validated `body`. */
export const sendMcpMessage: ForumHandler<'sendMcpMessage'> = async ({ request, mcp, callOperation, respond }) => {
  const { status, body, headers } = await mcp(request, callOperation);
  switch (status) {
    case 200:
      return respond(200, body as components['schemas']['McpResponse']);
    case 202:
      return respond(202);
    case 401:
      return respond(401, body as components['schemas']['McpError'], headers);
    case 400:
    case 404:
    case 406:
      return respond(status, body as components['schemas']['McpError']);
    default:
      throw new Error(`The protocol library responded ${status}, which the contract does not document.`);
  }
};
