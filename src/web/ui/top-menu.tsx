import './aria-style.ts';
import type { ReactNode, RefObject } from 'react';
import { Header, Menu, MenuItem, MenuSection, Popover } from 'react-aria-components';
import { type Language, languageNames, languages } from '../language/language.ts';
import { uiText } from './language.ts';
import './styles/parts.css';

const themes = ['system', 'light', 'dark'] as const;

type Theme = (typeof themes)[number];

/** Returns the theme that the page was sent with. */
const currentTheme = (): Theme =>
  themes.find((theme) => theme === document.documentElement.dataset['theme']) ?? 'system';

const year = 365 * 86_400;

/** Shows a theme, and remembers it in a cookie so that the server sends the next page with it. */
function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  document.cookie = `theme=${theme}; Path=/; Max-Age=${theme === 'system' ? 0 : year}; SameSite=Lax`;
}

const themeTexts = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const;

/** Account, theme and language. Loaded when it is opened first. */
export function TopMenu({
  anchor,
  account,
  translated,
  onClose,
}: {
  /** The button that opened it. */
  readonly anchor: RefObject<HTMLButtonElement | null>;
  /** Address of the person's account at the provider. */
  readonly account: string;
  /** Whether the page is translated. */
  readonly translated: boolean;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Popover
      triggerRef={anchor}
      // Inside a landmark, where screen readers find it.
      UNSTABLE_portalContainer={anchor.current?.closest('header') ?? document.body}
      isOpen
      isNonModal
      placement="bottom end"
      className="menu-popover"
      onOpenChange={(open) => !open && onClose()}
    >
      <Menu className="menu" aria-label={uiText('menu')} autoFocus="first" onClose={onClose}>
        <MenuItem href={account}>{uiText('account')}</MenuItem>
        <MenuSection
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[currentTheme()]}
          onSelectionChange={(keys) => {
            const chosen = themes.find((theme) => keys !== 'all' && keys.has(theme));
            if (chosen !== undefined) setTheme(chosen);
          }}
        >
          <Header>{uiText('theme')}</Header>
          {themes.map((theme) => (
            <MenuItem key={theme} id={theme}>
              {uiText(themeTexts[theme])}
            </MenuItem>
          ))}
        </MenuSection>
        {translated && (
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[document.documentElement.lang]}
            onSelectionChange={(keys) => {
              const chosen = languages.find((language) => keys !== 'all' && keys.has(language));
              if (chosen !== undefined) void chooseLanguage(chosen);
            }}
          >
            <Header>{uiText('language')}</Header>
            {languages.map((language) => (
              <MenuItem key={language} id={language}>
                <span lang={language}>{languageNames[language]}</span>
              </MenuItem>
            ))}
          </MenuSection>
        )}
      </Menu>
    </Popover>
  );
}

/** Remembers a language at the server, which sends the page in it. */
async function chooseLanguage(language: Language): Promise<void> {
  const body = new URLSearchParams({ language, return_to: location.pathname });
  await fetch('/language', { method: 'POST', body, redirect: 'manual' });
  location.reload();
}
