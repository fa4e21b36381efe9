import type { Found, TextSearch } from '../pattern/index.ts';
import { compileRegExp } from '../pattern/regex.ts';
import { StoreError } from '../value/errors.ts';
import { BSONRegExp, type Document, int32, isNullish, typeNameOf, type Value } from '../value/index.ts';
import { spend } from '../work/effort.ts';
import { compilePart, namedParts } from './operands.ts';
import type { OperatorCompiler, OperatorTable } from './types.ts';

interface Search {
  text: string;
  expression: TextSearch;
}

/** An operator `{ input, regex, options }`; nullish input or regex gives `otherwise`. */
const regexOperator =
  (apply: (search: Search) => Value, otherwise: Value): OperatorCompiler =>
  (operand, context, name) => {
    const parts = namedParts(operand, name, {
      required: ['input', 'regex'],
      optional: ['options'],
      codes: [51103, 31024, 31022, 31023],
    });
    const input = compilePart(parts, 'input', context);
    const regex = compilePart(parts, 'regex', context);
    const options = compilePart(parts, 'options', context);
    return (root) => {
      const text = input(root);
      const expression = expressionOf(regex(root), options(root), name);
      if (!isNullish(text) && typeof text !== 'string') {
        throw new StoreError(51104, `${name} needs 'input' to be of type string, found ${typeNameOf(text)}`);
      }
      return isNullish(text) || expression === undefined ? otherwise : apply({ text, expression });
    };
  };

const expressionOf = (
  regex: Value | undefined,
  options: Value | undefined,
  name: string,
): TextSearch | undefined => {
  if (!isNullish(options) && typeof options !== 'string') {
    throw new StoreError(51106, `${name} needs 'options' to be of type string, found ${typeNameOf(options)}`);
  }
  if (isNullish(regex)) return undefined;
  if (typeof regex === 'string') return compiled(regex, options ?? '', name);
  if (!(regex instanceof BSONRegExp)) {
    throw new StoreError(51105, `${name} needs 'regex' to be of type string or regex`);
  }
  if (regex.options !== '' && !isNullish(options)) {
    throw new StoreError(
      51107,
      `${name}: found regex option(s) specified in both 'regex' and 'option' fields`,
    );
  }
  return compiled(regex.pattern, options ?? regex.options, name);
};

/** In expressions a broken pattern has a code of its own. */
const compiled = (pattern: string, options: string, name: string): TextSearch => {
  try {
    return compileRegExp(pattern, options);
  } catch (cause) {
    if (!(cause instanceof StoreError) || cause.code !== 51091) throw cause;
    throw new StoreError(51111, `Invalid Regex in ${name}: ${cause.message}`, { cause });
  }
};

/** `index`: the position in characters, not in UTF-16 units. */
const describe = (found: Found, index: number): Document =>
  new Map<string, Value>([
    ['match', found.text],
    ['idx', int32(index)],
    ['captures', found.groups.map((capture) => capture ?? null)],
  ]);

const find = ({ text, expression }: Search): Value => {
  const { value: found } = expression.matches(text).next();
  return found === undefined ? null : describe(found, charactersIn(text, 0, found.index));
};

/** MongoDB's largest answer of one such operator. */
const MOST_BYTES = 64 * 1024 * 1024;
/** What one match takes beside its texts, in memory. */
const MATCH_BYTES = 300;

const findAll = ({ text, expression }: Search): Value => {
  const all: Document[] = [];
  let bytes = 0;
  let index = 0;
  let counted = 0;
  for (const found of expression.matches(text)) {
    index += charactersIn(text, counted, found.index);
    counted = found.index;
    bytes += MATCH_BYTES + found.text.length;
    for (const capture of found.groups) bytes += capture?.length ?? 0;
    if (bytes > MOST_BYTES)
      throw new StoreError(
        51151,
        '$regexFindAll: the size of buffer to store output exceeded the 64MB limit',
      );
    all.push(describe(found, index));
  }
  return all;
};

/** Characters from one UTF-16 unit to another, each pair counting once. */
const charactersIn = (text: string, from: number, to: number): number => {
  spend((to - from) / UNITS_A_STEP);
  let count = 0;
  for (let at = from; at < to; at += 1) if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00) count += 1;
  return count;
};

const UNITS_A_STEP = 16;

export const REGEX_OPERATORS: OperatorTable = new Map<string, OperatorCompiler>([
  ['$regexMatch', regexOperator(({ text, expression }) => expression.test(text), false)],
  ['$regexFind', regexOperator(find, null)],
  ['$regexFindAll', regexOperator(findAll, [])],
]);
