import type { RowOf } from '@waypost/contract';
import type { hijackResource } from './resource.ts';

/** A name that is held against what is expected, as the wire has it. */
export type HijackRow = RowOf<typeof hijackResource>;
