import { StoreError } from '../errors.ts';
import { compileRegExp } from '../match/regex.ts';
import { BSONRegExp, type Document, int32, isNullish, typeNameOf, type Value } from '../value/index.ts';
import { compilePart, namedParts } from './operands.ts';
import type { OperatorCompiler, OperatorTable } from './types.ts';

interface Search {
  text: string;
  expression: RegExp;
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
): RegExp | undefined => {
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
const compiled = (pattern: string, options: string, name: string): RegExp => {
  try {
    return compileRegExp(pattern, options);
  } catch (cause) {
    if (!(cause instanceof StoreError) || cause.code !== 51091) throw cause;
    throw new StoreError(51111, `Invalid Regex in ${name}: ${cause.message}`, { cause });
  }
};

const describe = (text: string, found: RegExpMatchArray): Document =>
  new Map<string, Value>([
    ['match', found[0]],
    // The position counts characters, not UTF-16 units.
    ['idx', int32([...text.slice(0, found.index)].length)],
    ['captures', found.slice(1).map((capture) => capture ?? null)],
  ]);

const find = ({ text, expression }: Search): Value => {
  const found = text.match(expression);
  return found === null ? null : describe(text, found);
};

const findAll = ({ text, expression }: Search): Value =>
  [...text.matchAll(new RegExp(expression.source, `${expression.flags}g`))].map((found) =>
    describe(text, found),
  );

export const REGEX_OPERATORS: OperatorTable = new Map<string, OperatorCompiler>([
  ['$regexMatch', regexOperator(({ text, expression }) => expression.test(text), false)],
  ['$regexFind', regexOperator(find, null)],
  ['$regexFindAll', regexOperator(findAll, [])],
]);
