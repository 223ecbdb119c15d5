import type { ReactNode } from 'react';
import { placeText } from '../approval/place-text.ts';
import { PagedList } from '../ui/paged-list.tsx';
import { Time } from '../ui/time.tsx';
import { usePages } from '../ui/use-pages.ts';
import type { ConsoleApi } from './console-api.ts';

export interface OwnerBrowsersProps {
  readonly api: ConsoleApi;
  readonly sub: string;
}

/** Browsers in which an owner is signed in. */
export function OwnerBrowsers({ api: { call, sso }, sub }: OwnerBrowsersProps): ReactNode {
  const pages = usePages(`browsers ${sub}`, async (cursor, signal) => {
    const query = cursor === undefined ? {} : { cursor };
    const page = await call(() => sso.listOwnerBrowserSessions({ path: { sub }, query, signal }));
    return { items: page.browserSessions, nextCursor: page.nextCursor };
  });
  return (
    <section aria-labelledby="browsers">
      <h2 id="browsers">Browsers</h2>
      <PagedList pages={pages} empty={<p>No browser is signed in.</p>}>
        {(browsers) => (
          <ul className="entries">
            {browsers.map(({ browserSessionId, place, createdAt, lastUsedAt }) => (
              <li key={browserSessionId} className="card">
                <strong>{place === undefined ? 'Unknown browser' : placeText(place)}</strong>
                <p className="soft">
                  Signed in <Time at={createdAt} />, last used <Time at={lastUsedAt} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}
