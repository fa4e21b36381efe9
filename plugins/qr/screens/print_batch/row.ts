import type { RowOf } from '@waypost/contract';
import type { printBatchResource } from './resource.ts';

/** A print batch as the wire has it. */
export type BatchRow = RowOf<typeof printBatchResource>;
