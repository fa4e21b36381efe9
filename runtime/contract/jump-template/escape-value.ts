import type { TemplateContext } from './placeholders.ts';

/** What stays as it is where markup is read; nothing in it ends a text, an attribute, quoted or not, or a comment. */
const PLAIN = /[^A-Za-z0-9\-._~/:?%\u00a0-\uffff]/gu;
/** What `encodeURIComponent` leaves although it may mean something to an address. */
const LEFT_BY_URL = /[!'()*]/g;
const REPLACEMENT = '\ufffd';
const LINE_SIGNS: ReadonlySet<number> = new Set([9, 10]);

/**
 * A value written so that it is nothing but a value where it stands. Each way has an alphabet in which nothing can be said
 * to the parser that reads it: markup gets letters and numeric references, scripts get `\uXXXX` for every character, a
 * letter included, addresses get percent signs.
 */
export function escapeValue(value: string, context: Exclude<TemplateContext, 'markup'>): string {
  const text = value.toWellFormed();
  switch (context) {
    case 'text':
    case 'address':
      return escapeMarkup(text);
    case 'query':
      return escapeMarkup(encodeURIComponent(text).replace(LEFT_BY_URL, percent));
    case 'script':
      return escapeScript(text);
  }
}

function escapeMarkup(text: string): string {
  return text.replace(PLAIN, (sign) => {
    const code = sign.codePointAt(0) as number;
    const isControl = (code < 32 && !LINE_SIGNS.has(code)) || (code > 126 && code < 160);
    return isControl ? REPLACEMENT : code > 0xffff ? sign : `&#${code};`;
  });
}

function escapeScript(text: string): string {
  let escaped = '';
  for (let at = 0; at < text.length; at++)
    escaped += `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
  return escaped;
}

const percent = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
