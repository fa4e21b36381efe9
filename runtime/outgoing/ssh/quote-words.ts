/** A text that no command line can carry. */
export class UnquotableWord extends TypeError {}

/** What a shell takes as it is, whatever shell it is. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/**
 * One command line for words that the machine's shell gives to the program as they are. SSH carries a line of text, and the login
 * shell reads it: each word is quoted. Apostrophes and backslashes stand outside of the quotes with a backslash before them: within
 * them `fish` takes a backslash for more than a backslash, and would end the quotation elsewhere than `sh` does.
 * @throws UnquotableWord for NUL, which ends every word, for half a character, and for no words at all
 */
export function quoteWords(words: readonly string[]): string {
  if (words.length === 0 || words[0] === '') throw new UnquotableWord('no program is named');
  return words.map(quoteWord).join(' ');
}

function quoteWord(word: string): string {
  if (word.includes('\0') || !word.isWellFormed())
    throw new UnquotableWord('a word has NUL or half a character');
  if (PLAIN.test(word)) return word;
  const parts = word.split(/(['\\])/).filter((part) => part !== '');
  if (parts.length === 0) return "''";
  return parts.map((part) => (part === "'" || part === '\\' ? `\\${part}` : `'${part}'`)).join('');
}
