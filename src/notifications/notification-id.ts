import { crockfordUuid } from './crockford.ts';

/** `ntf_<id>` for real sends, `ntf_test_<id>` for test sends. */
export function notificationId(uuid: string, kind: 'real' | 'test'): string {
  return `${kind === 'test' ? 'ntf_test_' : 'ntf_'}${crockfordUuid(uuid)}`;
}
