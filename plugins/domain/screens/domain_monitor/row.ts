import type { RowOf } from '@waypost/contract';
import type { watchResource } from './resource.ts';

/** A watched domain as the wire has it. */
export type WatchRow = RowOf<typeof watchResource>;
