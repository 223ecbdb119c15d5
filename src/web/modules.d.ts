/** Bundled with the page that imports it. */
declare module '*.css';

/** Types of the used part of sanitize-html, which ships none. */
declare module 'sanitize-html' {
  export interface Tag {
    readonly tagName: string;
    readonly attribs: Readonly<Record<string, string>>;
  }

  export interface SanitizeOptions {
    readonly allowedTags: readonly string[];
    readonly allowedAttributes: Readonly<Record<string, readonly string[]>>;
    readonly allowedClasses?: Readonly<Record<string, readonly string[]>>;
    readonly allowedSchemes: readonly string[];
    readonly allowProtocolRelative: boolean;
    readonly transformTags: Readonly<Record<string, string | ((tag: string, attributes: Tag['attribs']) => Tag)>>;
  }

  export default function sanitizeHtml(dirty: string, options: SanitizeOptions): string;
}
