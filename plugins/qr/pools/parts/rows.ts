import type { RowOf } from '@waypost/contract';
import type { poolResource } from '../../screens/internal_code_grouping/resource.ts';
import type { poolItemResource } from '../item-resource.ts';

/** A pool, and an item of one, as the wire has them. */
export type PoolRow = RowOf<typeof poolResource>;
export type ItemRow = RowOf<typeof poolItemResource>;
