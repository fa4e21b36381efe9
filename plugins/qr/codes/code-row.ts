import type { RowOf } from '@waypost/contract';
import type { codeResource } from '../screens/qr_code_list/resource.ts';

/** A code as the wire has it. */
export type CodeRow = RowOf<typeof codeResource>;
