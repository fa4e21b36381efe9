import type { RowOf } from '@waypost/contract';
import type { spareResource } from './resource.ts';
import type { takeOverResource } from './take-over.ts';

/** A spare, and a take-over, as the wire has them. */
export type SpareRow = RowOf<typeof spareResource>;
export type TakeOverRow = RowOf<typeof takeOverResource>;
