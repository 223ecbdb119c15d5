import type { DeliveryState } from '../../../generated/notifications/types.ts';
import type { Tone } from '../ui/badge.tsx';

/** How the state of a delivery looks. */
export const stateTone: Readonly<Record<DeliveryState, Tone>> = { pending: 'busy', delivered: 'good', dropped: 'bad' };
