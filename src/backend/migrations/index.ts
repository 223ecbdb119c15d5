import * as initial from './0001-initial.ts';
import * as contradictions from './0002-contradictions.ts';
import * as settledEvents from './0003-settled-events.ts';

/** Forward only, in this order. */
export const backendMigrations = [initial, contradictions, settledEvents];
