import { REACH_FAULTS } from '../domains/values.ts';

/** What is watched of a name, in the order in which one explains those after it. */
export const FACETS = ['dns', 'http', 'https', 'certificate', 'registration'] as const;
export type Facet = (typeof FACETS)[number];
/** Facets without which visits do not arrive. */
export const VISIT_FACETS = ['dns', 'http', 'https'] as const satisfies readonly Facet[];

/** What one look says; `unknown`: nobody could say, which is no vote. */
export const FINDINGS = ['good', 'bad', 'unknown'] as const;
export type Finding = (typeof FINDINGS)[number];

/** What a name is, all facets together; the words are `domain.watch.state.<state>`. */
export const WATCH_STATES = ['failing', 'doubted', 'ending', 'unknown', 'working'] as const;
export type WatchState = (typeof WATCH_STATES)[number];
/** What stands first where the worst does. */
export const RANKS: Readonly<Record<WatchState, number>> = {
  failing: 0,
  doubted: 1,
  ending: 2,
  unknown: 3,
  working: 4,
};

/** What stood behind a finding; the words are `domain.watch.fault.<fault>`. */
export const WATCH_FAULTS = [
  ...REACH_FAULTS,
  // Nobody has looked yet; not watched here.
  'not_looked',
  'not_watched',
  // Of the DNS.
  'name_unknown',
  'points_elsewhere',
  'points_partly',
  'through_proxy',
  'own_address_unknown',
  'resolver_silent',
  // Of the certificate.
  'expired',
  'not_yet_valid',
  'wrong_name',
  'self_signed',
  'unknown_issuer',
  'certificate_other',
  // Of the registration.
  'registration_over',
  'registration_held',
  'no_rdap',
  'rdap_silent',
  'rdap_no_date',
] as const;
export type WatchFault = (typeof WATCH_FAULTS)[number];

/** What one look found of one facet. */
export interface Found {
  finding: Finding;
  fault: WatchFault;
  /** Whoever was asked, where several could be; empty: it makes no difference. */
  by: string;
  /** How long the answer took, milliseconds. */
  ms: number | null;
}
