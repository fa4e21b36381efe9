import type { Stored, StoredFields } from '@waypost/sdk';
import type { z } from 'zod';
import type { hijackCheckResource } from '../screens/hijack_check/resource.ts';
import type { hijackResource, zAccepted, zHijackAlert, zPage, zSaid } from '../screens/no_hijack/resource.ts';
import type { Finding } from '../watching/values.ts';
import type { HijackFacet, HijackFault } from './values.ts';

/** A name as it is held against what is expected. */
export type StoredHijack = Stored<typeof hijackResource>;
export type HijackChange = Partial<StoredFields<typeof hijackResource>>;
export type StoredHijackCheck = Stored<typeof hijackCheckResource>;

export type SaidBy = z.output<typeof zSaid>;
export type PageFacts = z.output<typeof zPage>;
export type Accepted = z.output<typeof zAccepted>;
export type HijackAlert = z.output<typeof zHijackAlert>;

/** What one check found of one facet. */
export interface HijackFound {
  finding: Finding;
  fault: HijackFault;
}

/** What one check brought to light. */
export interface HijackLook {
  said: SaidBy[];
  page: PageFacts | null;
  expected: string[];
  found: Record<HijackFacet, HijackFound>;
  ms: number;
}
