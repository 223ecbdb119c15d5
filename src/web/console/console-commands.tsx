import type { ReactNode } from 'react';
import type { AdministratorScope } from '../../../generated/sso/types.ts';
import type { Command } from '../ui/command-palette.tsx';
import { PaletteButton } from '../ui/palette-button.tsx';
import { navigate } from '../ui/router.tsx';
import { shortId } from '../ui/avatar.tsx';
import type { ConsoleApi } from './console-api.ts';
import { consolePath, consoleSections } from './console-sections.ts';

const to = (path: string, text: string): Command => ({ id: path, text, run: () => navigate(path) });
/** Form of the thumbprint of a key. */
const thumbprint = /^[A-Za-z0-9_-]{43}$/;

/** The command palette of the console leads to a section, an owner, an application, a mini app or a key. */
export function ConsoleCommands({
  api: { call, sso, notifications, forumPages },
  scopes,
}: {
  readonly api: ConsoleApi;
  readonly scopes: readonly AdministratorScope[];
}): ReactNode {
  const commands = async (): Promise<readonly Command[]> => {
    const query = { limit: 100 };
    const [providers, apps] = await Promise.all([
      scopes.includes('providers') ? call(() => sso.listProviders({ query })) : undefined,
      scopes.includes('notifications') ? call(() => notifications.listAllApps({ query })) : undefined,
    ]);
    return [
      to('/admin', 'Overview'),
      ...consoleSections
        .filter(({ scope }) => scopes.includes(scope))
        .map(({ name, title }) => to(consolePath(name), title)),
      ...(providers?.providers ?? []).map(({ providerAddress, name }) =>
        to(consolePath('applications', providerAddress), `${name} · application`),
      ),
      ...(apps?.apps ?? []).map(({ appId, name }) => ({
        ...to(`${consolePath('apps')}?app=${appId}`, `${name} · mini app`),
        run: () => navigate(consolePath('apps')),
      })),
    ];
  };
  const search = async (text: string, signal: AbortSignal): Promise<readonly Command[]> => {
    const owners = scopes.includes('owners')
      ? (await call(() => sso.listOwners({ query: { search: text, limit: 10 }, signal }))).owners
      : [];
    return [
      ...owners.map(({ sub, displayName }) =>
        to(consolePath('owners', sub), `${displayName ?? 'Owner'} · ${shortId(sub)}`),
      ),
      ...(thumbprint.test(text)
        ? [
            {
              id: `agent ${text}`,
              text: `Agent with the key ${shortId(text)} in the forum`,
              run: () => location.assign(`${forumPages}/agents/${text}`),
            },
          ]
        : []),
    ];
  };
  return <PaletteButton commands={commands} search={search} label="Section, owner, application, app or key" />;
}
