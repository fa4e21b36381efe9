/** Most letters of a message at Telegram, after its marks were read. */
const MOST_LETTERS = 4_096;
/** Of a text, with room for its title and the link. */
const MOST_TEXT = 3_500;

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text of people in a message: whatever stands in it is read as it is written. */
export const escapeText = (text: string): string => text.replace(/[&<>"]/g, (mark) => MARKS[mark] ?? mark);

/** Cuts a text, never within a letter of two units. */
export function shortened(text: string, most = MOST_TEXT): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** A message with a title in bold and a link at its end. */
export function titled({
  title,
  content,
  link,
}: {
  title: string;
  content: string;
  link?: { text: string; url: string } | undefined;
}): string {
  const parts = [`<b>${escapeText(shortened(title, 200))}</b>`, escapeText(shortened(content))];
  if (link !== undefined) parts.push(`<a href="${escapeText(link.url)}">${escapeText(link.text)}</a>`);
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The message as plain text, where Telegram could not read its marks. */
export function plainOf(html: string): string {
  const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return html
    .replace(/<a href="([^"]*)">([^<]*)<\/a>/g, '$2: $1')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (_all, name: string) => names[name] ?? '')
    .slice(0, MOST_LETTERS);
}
