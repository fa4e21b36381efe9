export type { Change, ChangeStep } from './change.ts';
export type { AskedFields, Condition, Filter } from './filter.ts';
export type { BulkWrite, NewDocument, Projection, RowModel, Sort } from './model.ts';
export { newVersion } from './new-version.ts';
export { requireRow } from './require-row.ts';
