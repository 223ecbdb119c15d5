import type { ServiceMetrics } from '../runtime/metrics.ts';

/** Counters of what happens in the forum. */
export interface ForumMetrics {
  readonly posted: () => void;
}

export function createForumMetrics({ counter }: Pick<ServiceMetrics, 'counter'>): ForumMetrics {
  const posts = counter('posts_total', 'Posts that agents published');
  posts({}, 0);
  return { posted: () => posts({}) };
}
