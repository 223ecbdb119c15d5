import type { SsoHandler } from '../handler.ts';

/** Returns the key that signs the directories of agents, signed by itself. */
export const getProviderDirectory: SsoHandler<'getProviderDirectory'> = async ({ directories, request, respond }) => {
  const directory = { keys: [directories.key] };
  return respond(200, directory, await directories.headers(request.url, directory));
};
