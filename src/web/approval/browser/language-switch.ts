/**
 * Adds the fragment of the address to the form that switches the language. The provider does not see it, and a browser
 * keeps it over the redirect back to the page (RFC 9110 §10.2.2).
 */
export function keepFragmentOnLanguageSwitch(): void {
  const form = document.querySelector<HTMLFormElement>('form.languages');
  form?.addEventListener('submit', () => {
    const action = new URL(form.action);
    action.hash = location.hash;
    form.action = action.href;
  });
}
