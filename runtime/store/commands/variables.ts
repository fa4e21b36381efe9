import { compileExpression } from '../expression/index.ts';
import { checkVariableName } from '../expression/logic.ts';
import type { ReadContext } from '../request/context.ts';
import { documentField } from '../request/fields.ts';
import { StoreError } from '../value/errors.ts';
import { type Document, isDocument, type Value } from '../value/index.ts';

/**
 * The variables of a command's `let`, for `$$name` in its expressions; undefined when it has none. Each is evaluated
 * once, before any document is looked at, and may use those before it.
 * @throws StoreError 4890500 when one needs a document.
 */
export const variablesOf = (context: ReadContext): ReadonlyMap<string, Value> | undefined => {
  const given = documentField(context.command, context.name, 'let');
  if (given === undefined) return undefined;
  const now = new Date(context.store.options.now());
  const variables = new Map<string, Value>();
  for (const [name, expression] of given) {
    checkVariableName(name);
    if (usesDocument(expression)) throw needsDocument();
    const value = compileExpression(expression, { variables, now })(NO_DOCUMENT);
    if (value === undefined)
      throw new StoreError(115, `a variable of 'let' without a value is not supported: '${name}'`);
    variables.set(name, value);
  }
  return variables;
};

const needsDocument = (): StoreError =>
  new StoreError(
    4890500,
    'Command let Expression tried to access a field, but this is not allowed because Command let Expressions run before the query examines any documents.',
  );

/** Stands where a document would be; operators that reach for one by themselves are refused, too. */
class NoDocument extends Map<string, Value> {
  override get(): never {
    throw needsDocument();
  }
}
const NO_DOCUMENT: Document = new NoDocument();

const ROOT = /^\$\$(ROOT|CURRENT)(\.|$)/;

const usesDocument = (expression: Value): boolean => {
  if (typeof expression === 'string')
    return expression.startsWith('$$') ? ROOT.test(expression) : expression.startsWith('$');
  if (Array.isArray(expression)) return expression.some(usesDocument);
  if (!isDocument(expression)) return false;
  return [...expression].some(([name, operand]) => name !== '$literal' && usesDocument(operand));
};
