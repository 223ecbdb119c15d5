/** Returns how many items a list, feed or sitemap contains, as text: "20 items". A comparison needs the same number on both sides. */
export async function itemsOf(url: string): Promise<string> {
  const response = await fetch(url);
  const text = await response.text();
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
  const items = isJson ? itemsInJson(JSON.parse(text)) : (text.match(/<(?:entry|url|sitemap)>/g) ?? []).length;
  return items === 1 ? '1 item' : `${items.toLocaleString('en')} items`;
}

/** Counts the elements of all lists of records, replies of comments included. The authors in a JSON Feed are not its items. */
function itemsInJson(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? value.filter((element) => typeof element === 'object').length : 0;
  const members = Object.entries(value).filter(([name]) => name !== 'authors');
  return members.reduce((sum, [, member]) => sum + itemsInJson(member), own);
}
