import type { DeliveryState } from '../../../generated/notifications/types.ts';
import type { Tone } from '../ui/badge.tsx';

/** Colour of a delivery's state. */
export const stateTone: Readonly<Record<DeliveryState, Tone>> = { pending: 'busy', delivered: 'good', dropped: 'bad' };
