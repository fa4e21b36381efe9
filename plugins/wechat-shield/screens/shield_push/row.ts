import type { RowOf } from '@waypost/contract';
import type { pushResource } from './resource.ts';

export type PushRow = RowOf<typeof pushResource>;
