export { compileExpression } from './compile.ts';
export { valueAt } from './field-path.ts';
export type { Box, Evaluate, ExpressionOptions } from './types.ts';
