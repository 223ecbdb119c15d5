import type { ReactNode } from 'react';
import type { Command } from '../ui/command-palette.tsx';
import { PaletteButton } from '../ui/palette-button.tsx';
import { navigate, usePath } from '../ui/router.tsx';
import { appSections, sectionPath, sectionTitles } from './app-sections.ts';
import type { PortalApi } from './portal-api.ts';

/** The command palette of the portal leads to a section of the open app, or to another app. */
export function PortalCommands({ api: { call, portal } }: { readonly api: PortalApi }): ReactNode {
  const [, , , appId] = usePath().split('/');
  const commands = async (): Promise<readonly Command[]> => {
    const { apps } = await call(() => portal.listApps({ query: { limit: 100 } }));
    const to = (path: string, text: string) => ({ id: path, text, run: () => navigate(path) });
    return [
      ...(appId === undefined ? [] : appSections.map((one) => to(sectionPath(appId, one), sectionTitles[one]))),
      to('/portal', 'Your apps'),
      ...apps.map((app) => to(sectionPath(app.appId, 'overview'), app.name)),
    ];
  };
  return <PaletteButton commands={commands} />;
}
