import type { RowOf } from '@waypost/contract';
import type { domainResource } from './resource.ts';

/** A domain as the wire has it. */
export type DomainRow = RowOf<typeof domainResource>;
