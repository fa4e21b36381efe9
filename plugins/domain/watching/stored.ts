import type { Stored, StoredFields } from '@waypost/sdk';
import type { watchResource } from '../screens/domain_monitor/resource.ts';
import type { Facet, Found } from './values.ts';

/** A watched name as the store keeps it. */
export type StoredWatch = Stored<typeof watchResource>;
export type WatchChange = Partial<StoredFields<typeof watchResource>>;

/** What one look found. Facets that were not looked at are left out. */
export interface Looked {
  found: Partial<Record<Facet, Found>>;
  /** Where the name leads; undefined: nobody could say. */
  addresses?: readonly string[] | undefined;
  certificate?: { until: Date; issuer: string; from: Date } | undefined;
  registration?: { until: Date | null; status: readonly string[] } | undefined;
  /** The resolver that was asked. */
  resolver: string;
}
