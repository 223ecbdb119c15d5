import { type Html, html } from '../../html/html.ts';
import { type Language, languageNames, languages } from './language.ts';

/** Path to which the switch sends the choice. */
export const languagePath = '/language';

export interface LanguageSwitch {
  /** Names the switch, in the language of the page. */
  readonly label: string;
  readonly current: Language;
  /** Path and query of the page. */
  readonly returnTo: string;
}

/** Renders the choice of the page's language, each by its own name. It works without a script. */
export function languageSwitch({ label, current, returnTo }: LanguageSwitch): Html {
  return html`<form class="languages" method="post" action="${languagePath}" aria-label="${label}">
    <input type="hidden" name="return_to" value="${returnTo}" />
    ${languages.map((language) =>
      language === current
        ? html`<span lang="${language}" aria-current="true">${languageNames[language]}</span>`
        : html`<button name="language" value="${language}" lang="${language}">${languageNames[language]}</button>`,
    )}
  </form>`;
}
