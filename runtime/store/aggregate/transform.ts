import type { ExpressionOptions } from '../expression/index.ts';
import { StoreError } from '../value/errors.ts';
import type { Document, Value } from '../value/index.ts';
import { FIELD_STAGES, stageOf } from './field-stages.ts';

/**
 * Compiles a pipeline of stages that make one document of each, as updates and `$merge` use them.
 * StoreError 72 for other stages.
 */
export const compileTransform = (
  stages: Value[],
  options: ExpressionOptions,
): ((document: Document) => Document) => {
  const transforms = stages.map((stage) => {
    const [name, operand] = stageOf(stage);
    const compile = FIELD_STAGES.get(name);
    if (compile === undefined) throw new StoreError(72, `${name} is not allowed to be used within an update`);
    return compile(operand, options, name);
  });
  return (document) => transforms.reduce((current, transform) => transform(current), document);
};
