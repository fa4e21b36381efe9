/** A regular expression as a tree. Groups are numbered from 1; a look is a condition before or behind a place. */
export type PatternNode =
  | { kind: 'character'; source: string }
  | { kind: 'start' | 'end' | 'boundary' | 'inside' }
  | { kind: 'sequence'; parts: PatternNode[] }
  | { kind: 'choice'; parts: PatternNode[] }
  | { kind: 'group'; number: number; body: PatternNode }
  | { kind: 'look'; isBehind: boolean; isNegative: boolean; body: PatternNode }
  | { kind: 'repeat'; body: PatternNode; least: number; most: number; isLazy: boolean }
  | { kind: 'reference'; group: number | string };

/** A parsed pattern. */
export interface Pattern {
  root: PatternNode;
  groups: number;
  names: ReadonlyMap<string, number>;
  hasReferences: boolean;
}

interface Parser {
  source: string;
  at: number;
  isUnicode: boolean;
  /** Groups of the whole pattern, and those that have begun. */
  total: number;
  groups: number;
  names: Map<string, number>;
  hasReferences: boolean;
}

/** Parses the source of a RegExp that has been compiled before: what is wrong with it was said then. */
export const parsePattern = (source: string, isUnicode: boolean): Pattern => {
  const total = countGroups(source);
  const parser: Parser = {
    source,
    at: 0,
    isUnicode,
    total,
    groups: 0,
    names: new Map(),
    hasReferences: false,
  };
  const root = parseChoice(parser);
  const { groups, names, hasReferences } = parser;
  return { root, groups, names, hasReferences };
};

/** What is no head of a group: escapes, classes, and heads of groups that note nothing. */
const countGroups = (source: string): number =>
  source.match(/\\.|\[(?:\\.|[^\]\\])*\]|\((?!\?)|\(\?<(?![=!])/gs)?.filter((head) => head.startsWith('('))
    .length ?? 0;

const parseChoice = (parser: Parser): PatternNode => {
  const parts = [parseSequence(parser)];
  while (parser.source[parser.at] === '|') {
    parser.at += 1;
    parts.push(parseSequence(parser));
  }
  return parts.length === 1 ? (parts[0] as PatternNode) : { kind: 'choice', parts };
};

const parseSequence = (parser: Parser): PatternNode => {
  const parts: PatternNode[] = [];
  while (parser.at < parser.source.length && !'|)'.includes(parser.source[parser.at] as string)) {
    parts.push(parseRepeat(parser, parseAtom(parser)));
  }
  return parts.length === 1 ? (parts[0] as PatternNode) : { kind: 'sequence', parts };
};

const SIGNS: Readonly<Record<string, [least: number, most: number]>> = {
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '?': [0, 1],
};

const parseRepeat = (parser: Parser, body: PatternNode): PatternNode => {
  const rest = parser.source.slice(parser.at, parser.at + 32);
  const counted = /^\{(\d+)(,?)(\d*)\}/.exec(rest);
  const sign = SIGNS[rest[0] ?? ''];
  if (counted === null && sign === undefined) return body;
  parser.at += counted?.[0].length ?? 1;
  const [least, most] = sign ?? boundsOf(counted as RegExpExecArray);
  const isLazy = parser.source[parser.at] === '?';
  if (isLazy) parser.at += 1;
  return { kind: 'repeat', body, least, most, isLazy };
};

const boundsOf = ([, least = '', comma, most = '']: RegExpExecArray): [number, number] => {
  if (comma === '') return [Number(least), Number(least)];
  return [Number(least), most === '' ? Number.POSITIVE_INFINITY : Number(most)];
};

const parseAtom = (parser: Parser): PatternNode => {
  const character = parser.source[parser.at] as string;
  if (character === '(') return parseGroup(parser);
  if (character === '[') return { kind: 'character', source: takeClass(parser) };
  if (character === '\\') return parseEscape(parser);
  if (character === '^' || character === '$') {
    parser.at += 1;
    return { kind: character === '^' ? 'start' : 'end' };
  }
  return { kind: 'character', source: takeLiteral(parser) };
};

const LOOKS: readonly [text: string, isBehind: boolean, isNegative: boolean][] = [
  ['(?=', false, false],
  ['(?!', false, true],
  ['(?<=', true, false],
  ['(?<!', true, true],
];

const parseGroup = (parser: Parser): PatternNode => {
  const look = LOOKS.find(([text]) => parser.source.startsWith(text, parser.at));
  if (look !== undefined) {
    const [text, isBehind, isNegative] = look;
    return { kind: 'look', isBehind, isNegative, body: parseBody(parser, text.length) };
  }
  if (parser.source.startsWith('(?:', parser.at)) return parseBody(parser, 3);
  const name = /^\(\?<([^>]*)>/.exec(parser.source.slice(parser.at));
  parser.groups += 1;
  const number = parser.groups;
  if (name !== null) parser.names.set(name[1] as string, number);
  return { kind: 'group', number, body: parseBody(parser, name?.[0].length ?? 1) };
};

const parseBody = (parser: Parser, head: number): PatternNode => {
  parser.at += head;
  const body = parseChoice(parser);
  parser.at += 1;
  return body;
};

const takeClass = (parser: Parser): string => {
  const start = parser.at;
  for (parser.at += 1; parser.source[parser.at] !== ']'; parser.at += 1) {
    if (parser.source[parser.at] === '\\') parser.at += 1;
  }
  parser.at += 1;
  return parser.source.slice(start, parser.at);
};

const takeLiteral = (parser: Parser): string => {
  const character = parser.isUnicode
    ? String.fromCodePoint(parser.source.codePointAt(parser.at) as number)
    : (parser.source[parser.at] as string);
  parser.at += character.length;
  // Braces that stand for themselves, which the plain mode lets pass.
  return '{}]'.includes(character) ? `\\${character}` : character;
};

/** Escapes longer than two characters. */
/** Octal numbers are none in Unicode mode. */
const LONG_ESCAPE =
  /^\\(?:[0-3][0-7]{0,2}|[4-7][0-7]?|u\{[0-9A-Fa-f]+\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[pP]\{[^}]*\}|c[A-Za-z])/;
const SURROGATES = /^\\u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}/;

const parseEscape = (parser: Parser): PatternNode => {
  const rest = parser.source.slice(parser.at);
  const next = rest[1] as string;
  const reference = /^\\(?:([1-9]\d*)|k<([^>]*)>)/.exec(rest);
  const isGroup = reference?.[1] === undefined || parser.isUnicode || Number(reference[1]) <= parser.total;
  if (reference !== null && isGroup) {
    parser.at += reference[0].length;
    parser.hasReferences = true;
    return { kind: 'reference', group: reference[2] ?? Number(reference[1]) };
  }
  if (next === 'b' || next === 'B') {
    parser.at += 2;
    return { kind: next === 'b' ? 'boundary' : 'inside' };
  }
  const pair = parser.isUnicode ? SURROGATES.exec(rest)?.[0] : undefined;
  const source = pair ?? LONG_ESCAPE.exec(rest)?.[0] ?? rest.slice(0, 2);
  parser.at += source.length;
  return { kind: 'character', source };
};
