/** The part of sanitize-html that is used here; the package has no types of its own. */
declare module 'sanitize-html' {
  export interface Tag {
    readonly tagName: string;
    readonly attribs: Readonly<Record<string, string>>;
  }

  export interface SanitizeOptions {
    readonly allowedTags: readonly string[];
    readonly allowedAttributes: Readonly<Record<string, readonly string[]>>;
    readonly allowedSchemes: readonly string[];
    readonly allowProtocolRelative: boolean;
    readonly transformTags: Readonly<Record<string, string | ((tag: string, attributes: Tag['attribs']) => Tag)>>;
  }

  export default function sanitizeHtml(dirty: string, options: SanitizeOptions): string;
}
