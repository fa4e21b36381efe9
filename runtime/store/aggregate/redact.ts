import { type Box, compileExpression, type Evaluate } from '../expression/index.ts';
import { StoreError } from '../value/errors.ts';
import type { Document, Value } from '../value/index.ts';
import type { Flow, StageCompiler } from './flow.ts';

const DECISIONS = ['DESCEND', 'PRUNE', 'KEEP'] as const;

/**
 * `$redact`: the expression says of each document, and of those inside it on `$$DESCEND`, whether it stays. Paths
 * start at the document in question, `$$ROOT` is the outermost one. StoreError 17053 for any other decision.
 */
export const redact: StageCompiler = (operand, context) => {
  const root: Box = { value: undefined };
  const boxes = new Map<string, Box>(context.boxes ?? []);
  for (const name of DECISIONS) boxes.set(name, { value: name.toLowerCase() });
  boxes.set('ROOT', root);
  const decide = compileExpression(operand, { ...context, boxes });
  return function* redacted(source: Flow) {
    for (const document of source) {
      if (document === undefined) {
        yield undefined;
        continue;
      }
      root.value = document;
      const left = redactDocument(document, decide);
      if (left !== undefined) yield left;
    }
  };
};

const redactDocument = (document: Document, decide: Evaluate): Document | undefined => {
  switch (decide(document)) {
    case 'keep':
      return document;
    case 'prune':
      return undefined;
    case 'descend':
      break;
    default:
      throw new StoreError(
        17053,
        '$redact must resolve to "$$DESCEND", "$$PRUNE", or "$$KEEP" variables, or their equivalent values',
      );
  }
  const result: Document = new Map();
  for (const [name, value] of document) {
    const left = redactValue(value, decide);
    if (left !== undefined) result.set(name, left);
  }
  return result;
};

const redactValue = (value: Value, decide: Evaluate): Value | undefined => {
  if (value instanceof Map) return redactDocument(value, decide);
  if (!Array.isArray(value)) return value;
  return value.map((item) => redactValue(item, decide)).filter((item) => item !== undefined);
};
