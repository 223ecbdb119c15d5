const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

/** Returns the theme that the page was sent with. */
export const currentTheme = (): Theme =>
  themes.find((theme) => theme === document.documentElement.dataset['theme']) ?? 'system';

const year = 365 * 86_400;

/** Shows a theme, and remembers it in a cookie so that the server sends the next page with it. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  document.cookie = `theme=${theme}; Path=/; Max-Age=${theme === 'system' ? 0 : year}; SameSite=Lax`;
}
