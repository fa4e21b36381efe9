import type { RowOf } from '@waypost/contract';
import type { codeResource } from './resource.ts';

/** A code as the wire has it. */
export type CodeRow = RowOf<typeof codeResource>;
