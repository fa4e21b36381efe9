/** Tags that Telegram knows in HTML; everything else it refuses. */
const TAGS: ReadonlySet<string> = new Set(
  'a b blockquote code del em i ins pre s span strike strong tg-emoji tg-spoiler u'.split(' '),
);
const NAMED = /^&(?:lt|gt|amp|quot|#\d{1,7}|#x[\da-f]{1,6});/i;
/** Marks of MarkdownV2 that mean something unescaped, and those that may not stand unescaped at all. */
const MARKDOWN_RESERVED: ReadonlySet<string> = new Set(['#', '+', '-', '=', '{', '}', '.', '!', '>']);

/** What is read of a message with marks: its text, or why it cannot be read, in Telegram's words. */
export type Marked = { text: string } | { fault: string };

const cannot = (what: string): Marked => ({ fault: `Bad Request: can't parse entities: ${what}` });

/** Reads a message as Telegram does with `parse_mode` HTML. */
export function readHtml(source: string): Marked {
  const open: string[] = [];
  let text = '';
  for (let at = 0; at < source.length; ) {
    const rest = source.slice(at);
    if (rest.startsWith('<')) {
      const tag = /^<(\/?)([a-z][a-z0-9-]*)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)\s*>/i.exec(rest);
      if (tag === null) return cannot(`Unsupported start tag "${rest.slice(1, 8)}" at byte offset ${at}`);
      const [whole, slash, name = ''] = tag;
      if (!TAGS.has(name.toLowerCase()))
        return cannot(`Unsupported start tag "${name}" at byte offset ${at}`);
      if (slash === '') open.push(name);
      else if (open.pop() !== name)
        return cannot(`Unmatched end tag at byte offset ${at}, expected "</${name}>", found "${whole}"`);
      at += whole.length;
    } else if (rest.startsWith('&')) {
      // A lone ampersand stays what it is.
      const [named = '&'] = NAMED.exec(rest) ?? [];
      text += named.length > 1 ? '·' : '&';
      at += named.length;
    } else {
      text += rest[0];
      at += 1;
    }
  }
  const left = open.at(-1);
  return left === undefined ? { text } : cannot(`Can't find end tag corresponding to start tag "${left}"`);
}

/** Reads a message as Telegram does with `parse_mode` MarkdownV2, as far as marks that may not stand alone. */
export function readMarkdown(source: string): Marked {
  let text = '';
  for (let at = 0; at < source.length; at += 1) {
    const letter = source[at] ?? '';
    if (letter === '\\') {
      at += 1;
      text += source[at] ?? '';
    } else if (MARKDOWN_RESERVED.has(letter)) {
      return cannot(`Character '${letter}' is reserved and must be escaped with the preceding '\\'`);
    } else text += letter;
  }
  return { text };
}
