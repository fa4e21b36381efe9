/** A letter's text as simple HTML: paragraphs, and its link under them. Nothing of the text is taken for markup. */
export function htmlOf(text: string, link?: string): string {
  const paragraphs = text.split(/\n{2,}/).map((one) => `<p>${escaped(one).replaceAll('\n', '<br>')}</p>`);
  const address = link === undefined ? '' : escaped(link);
  return [...paragraphs, ...(address === '' ? [] : [`<p><a href="${address}">${address}</a></p>`])].join(
    '\n',
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] as string);
