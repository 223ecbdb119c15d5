import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from '../shared/failure.ts';
import { toJsonText } from '../shared/json.ts';
import { resolveSsoBaseUrl } from '../shared/provider/provider.ts';
import { ownIssuer } from '../shared/evidence/provider-trust.ts';
import { connectSso } from '../shared/provider/sso-connection.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import { runGit, type Git } from './git.ts';
import type { CommandHost } from '../shared/host.ts';

/**
 * Keeps the signing-key history of the provider of this identity in the git directory, for --jwks-history.
 * @returns its path; null without a bound identity, or when the provider cannot be read
 */
export async function keepJwksHistory(git: Git, dir: StateDir, host: CommandHost): Promise<string | null> {
  const issuer = await ownIssuer(dir, host);
  if (issuer === undefined) return null;
  try {
    const response = await connectSso(resolveSsoBaseUrl(issuer, {})).getJwksHistory();
    if (response.status !== 200) throw new Failure('provider_failed', `The provider answered HTTP ${response.status}.`);
    const common = (await runGit(git, ['rev-parse', '--git-common-dir'])).trim();
    const folder = join(resolve(git.cwd, common), 'agent-id');
    mkdirSync(folder, { recursive: true });
    const path = join(folder, 'jwks-history.json');
    writeFileSync(`${path}.tmp`, toJsonText({ keys: response.body.keys }));
    renameSync(`${path}.tmp`, path);
    return path;
  } catch (error) {
    host.log(
      `warning: the history of signing keys was not kept: ${error instanceof Error ? error.message : String(error)}`,
    );
    return null;
  }
}
