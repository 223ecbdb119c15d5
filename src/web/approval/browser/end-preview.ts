import type { EndPreview, EndPreviewKind } from '../../../../generated/sso/types.ts';
import { formatList } from './format.ts';
import { translated } from './language.ts';
import { responseError, sso } from './sso.ts';

/** What an action would end. */
export interface EndedBy {
  readonly kind: EndPreviewKind;
  readonly id?: string;
  /** For a passkey or device: the sessions that it approved, too. */
  readonly disconnectApproved?: boolean;
}

/** Counts what an action would end. */
export async function readEndPreview(query: EndedBy): Promise<EndPreview> {
  const response = await sso.getEndPreview({ query });
  if (response.status !== 200) throw responseError(response);
  return response.body;
}

/** Says what an action would end, and which agents stay: "This ends 2 browsers and 3 applications. Your 4 agents stay …". */
export function endText({ browserSessions, applications, agents, helpers, remainingAgents }: EndPreview): string {
  const ended = [
    browserSessions > 0 && translated('endedBrowsers', { count: browserSessions }),
    applications > 0 && translated('endedApplications', { count: applications }),
    agents > 0 && translated('endedAgents', { count: agents }),
    helpers > 0 && translated('endedHelpers', { count: helpers }),
  ].filter((text) => text !== false);
  const ends = ended.length === 0 ? translated('endsNothing') : translated('ends', { ended: formatList(ended) });
  return remainingAgents === 0 ? ends : `${ends} ${translated('agentsStay', { count: remainingAgents })}`;
}
