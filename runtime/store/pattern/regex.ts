import { StoreError } from '../value/errors.ts';
import { createSearch, type TextSearch } from './index.ts';

const POSIX_CLASSES: Record<string, string> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\t-\\r ',
  blank: ' \\t',
  punct: '!-\\/:-@\\[-`{-~',
  xdigit: 'A-Fa-f0-9',
  word: 'A-Za-z0-9_',
  cntrl: '\\0-\\x1f\\x7f',
  print: ' -~',
  graph: '!-~',
};

const kept = new Map<string, TextSearch>();

/** MongoDB's longest pattern, in bytes. */
const LONGEST_PATTERN = 16384;

/**
 * A search for a PCRE pattern with MongoDB's options (i, m, s, x, u).
 * StoreError 51091 for a pattern that is broken or uses what JavaScript has no equal for, 51108 for options.
 */
export const compileRegExp = (pattern: string, options = ''): TextSearch => {
  const name = `${options}/${pattern}`;
  const existing = kept.get(name);
  if (existing !== undefined) return existing;
  if (Buffer.byteLength(pattern) > LONGEST_PATTERN) throw tooLarge();
  const expression = createSearch(translate(pattern, options));
  if (kept.size > 500) kept.clear();
  kept.set(name, expression);
  return expression;
};

const translate = (pattern: string, options: string): RegExp => {
  for (const option of options) {
    if (!'imsxu'.includes(option)) {
      throw new StoreError(51108, `invalid flag in regex options: ${option}`);
    }
  }
  const inline = /^\(\?([imsx]+)\)/.exec(pattern);
  const flags = new Set(options + (inline?.[1] ?? ''));
  const source = translateSource(inline === null ? pattern : pattern.slice(inline[0].length), flags);
  const jsFlags = `${flags.has('i') ? 'i' : ''}${flags.has('m') ? 'm' : ''}${flags.has('s') ? 's' : ''}`;
  try {
    return new RegExp(source, `${jsFlags}u`);
  } catch {
    // Unicode mode is stricter about escapes that need none; the plain mode takes them.
  }
  try {
    return new RegExp(source, jsFlags);
  } catch (cause) {
    throw new StoreError(51091, `Regular expression is invalid: ${(cause as Error).message}`, { cause });
  }
};

const tooLarge = (): StoreError =>
  new StoreError(51091, 'Regular expression is invalid: regular expression is too large');

const unsupported = (what: string): StoreError =>
  new StoreError(51091, `Regular expression is invalid: ${what} is not supported by the embedded store`);

interface Reader {
  pattern: string;
  position: number;
  flags: Set<string>;
}

const translateSource = (pattern: string, flags: Set<string>): string => {
  const reader: Reader = { pattern, position: 0, flags };
  let source = '';
  while (reader.position < pattern.length) source += translateNext(reader);
  return source;
};

const translateNext = (reader: Reader): string => {
  const { pattern, flags } = reader;
  const character = pattern[reader.position] as string;
  switch (character) {
    case '\\':
      return translateEscape(reader);
    case '[':
      return translateClass(reader);
    case '(':
      return translateGroup(reader);
    case '.':
      reader.position++;
      return flags.has('s') ? '.' : '[^\\n]';
    case '^':
      reader.position++;
      return flags.has('m') ? '(?:(?<![^])|(?<=\\n))' : '^';
    case '$':
      reader.position++;
      return flags.has('m') ? '(?:(?=\\n)|(?![^]))' : '(?=\\n?(?![^]))';
    case '*':
    case '+':
    case '?':
    case '}':
      if (pattern[reader.position + 1] === '+') throw unsupported('a possessive quantifier');
      reader.position++;
      return character;
    case '#':
      if (!flags.has('x')) break;
      while (reader.position < pattern.length && pattern[reader.position] !== '\n') reader.position++;
      return '';
    default:
      if (!flags.has('x') || !/\s/.test(character)) break;
      reader.position++;
      return '';
  }
  reader.position++;
  return character;
};

const PLAIN_ESCAPES: Record<string, string> = {
  A: '(?<![^])',
  z: '(?![^])',
  Z: '(?=\\n?(?![^]))',
  h: '[ \\t]',
  H: '[^ \\t]',
  s: '[\\t-\\r ]',
  S: '[^\\t-\\r ]',
  R: '(?:\\r\\n|[\\n-\\r])',
  a: '\\x07',
  e: '\\x1b',
};

const translateEscape = (reader: Reader): string => {
  const { pattern } = reader;
  const next = pattern[reader.position + 1];
  if (next === undefined) throw new StoreError(51091, 'Regular expression is invalid: \\ at end of pattern');
  if (next === 'Q') return translateQuoted(reader);
  if ('GKXC'.includes(next)) throw unsupported(`\\${next}`);
  const taken = takeEscape(reader);
  return PLAIN_ESCAPES[next] ?? taken;
};

/** One escape as it stands, without a backslash where none is needed. */
const takeEscape = (reader: Reader): string => {
  const next = reader.pattern[reader.position + 1] as string;
  reader.position += 2;
  if (/[A-Za-z0-9^$\\.*+?()[\]{}|/]/.test(next)) return `\\${next}`;
  // A hyphen keeps its backslash: inside a class it would make a range.
  return next === '-' ? '\\x2d' : next;
};

const translateQuoted = (reader: Reader): string => {
  const end = reader.pattern.indexOf('\\E', reader.position + 2);
  const text = reader.pattern.slice(reader.position + 2, end < 0 ? undefined : end);
  reader.position = end < 0 ? reader.pattern.length : end + 2;
  return text.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&');
};

const translateGroup = (reader: Reader): string => {
  const rest = reader.pattern.slice(reader.position);
  if (rest.startsWith('(?#')) {
    const end = rest.indexOf(')');
    reader.position += end < 0 ? rest.length : end + 1;
    return '';
  }
  if (rest.startsWith('(?P<')) {
    reader.position += 4;
    return '(?<';
  }
  const known = /^\((?:\?(?::|=|!|<=|<!|<[A-Za-z_]))?/.exec(rest)?.[0] ?? '(';
  if (known === '(' && (rest[1] === '?' || rest[1] === '*')) throw unsupported(`group ${rest.slice(0, 4)}`);
  reader.position += known.length;
  return known;
};

const translateClass = (reader: Reader): string => {
  const { pattern } = reader;
  let source = '[';
  reader.position++;
  if (pattern[reader.position] === '^') {
    source += '^';
    reader.position++;
  }
  if (pattern[reader.position] === ']') {
    source += '\\]';
    reader.position++;
  }
  while (reader.position < pattern.length && pattern[reader.position] !== ']')
    source += translateClassPart(reader);
  if (reader.position >= pattern.length) {
    throw new StoreError(51091, 'Regular expression is invalid: missing terminating ] for character class');
  }
  reader.position++;
  return `${source}]`;
};

const translateClassPart = (reader: Reader): string => {
  const { pattern } = reader;
  const posix = /^\[:([a-z]+):\]/.exec(pattern.slice(reader.position, reader.position + 12));
  if (posix !== null) {
    const members = POSIX_CLASSES[posix[1] as string];
    if (members === undefined) throw unsupported(`class ${posix[0]}`);
    reader.position += posix[0].length;
    return members;
  }
  const character = pattern[reader.position] as string;
  if (character === '\\') {
    const next = pattern[reader.position + 1];
    if (next === 's') {
      reader.position += 2;
      return '\\t-\\r ';
    }
    if (next === 'h') {
      reader.position += 2;
      return ' \\t';
    }
    return takeEscape(reader);
  }
  reader.position++;
  return character === '[' ? '\\[' : character;
};
