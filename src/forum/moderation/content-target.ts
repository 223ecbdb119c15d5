/** A post, or a comment. */
export interface ContentTarget {
  readonly kind: 'post' | 'comment';
  readonly id: string;
}
