import type { CreateMandateRequest, DecisionRequest } from '../../../../generated/sso/types.ts';
import { translated } from './language.ts';
import { askForMandate, mayHaveMandate } from './mandate-dialog.ts';
import { confirmWithPasskey } from './passkey.ts';
import type { ShownRequest } from './request-details.ts';
import { actionButton } from './screen.ts';
import { responseError, sso } from './sso.ts';

interface DecisionButtons {
  readonly decline: HTMLButtonElement;
  readonly approve: HTMLButtonElement;
  /** Decide about later requests as well. */
  readonly lasting: readonly HTMLButtonElement[];
}

/**
 * Creates the buttons that decide a request of an agent.
 *
 * @param decided runs after the decision, here or concurrently on another device
 */
export function decisionButtons(request: ShownRequest, decided: () => Promise<void>): DecisionButtons {
  const decide = async (decision: Pick<DecisionRequest, 'decision' | 'mandate' | 'quietToday'>): Promise<void> => {
    const { requestId, client, agent } = request;
    const assertion =
      decision.decision === 'approve' ? await confirmWithPasskey({ action: 'approve_request', requestId }) : undefined;
    const response = await sso.decideAuthorizationRequest({
      path: { requestId },
      body: { ...decision, clientId: client.clientId, dpopJkt: agent.jkt, ...(assertion && { assertion }) },
    });
    // 409: decided on another device. 410: too late.
    if (response.status !== 200 && response.status !== 409 && response.status !== 410) throw responseError(response);
    await decided();
  };
  const always = async (): Promise<void> => {
    const mandate: CreateMandateRequest | undefined = await askForMandate(request);
    if (mandate !== undefined) await decide({ decision: 'approve', mandate });
  };
  const quiet = () => decide({ decision: 'reject', quietToday: true });
  return {
    decline: actionButton(translated('decline'), 'decline', () => decide({ decision: 'reject' })),
    approve: actionButton(translated('approve'), 'approve', () => decide({ decision: 'approve' })),
    lasting: [
      ...(mayHaveMandate(request) ? [actionButton(translated('alwaysUpTo'), 'plain', always)] : []),
      actionButton(translated('notAgainToday'), 'plain', quiet),
    ],
  };
}
