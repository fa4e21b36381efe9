/** What one who was asked said of a name; the words are `domain.hijack.said.<said>`. */
export const SAIDS = [
  'expected',
  'other',
  'name_unknown',
  'no_address',
  'failed',
  'refused',
  'lame',
  'circle',
  'unreadable',
  'timed_out',
  'inside',
] as const;
export type Said = (typeof SAIDS)[number];
/** What says something of the name itself; the others leave it unknown what the zone would have said. */
export const KNOWING: ReadonlySet<Said> = new Set(['expected', 'other', 'name_unknown', 'no_address']);

/** Stands for the servers of the zone itself among those who are asked. */
export const ZONE = 'zone';

/** What is held against what is expected. */
export const HIJACK_FACETS = ['answers', 'site'] as const;
export type HijackFacet = (typeof HIJACK_FACETS)[number];

/** What a name is, both together; the words are `domain.hijack.state.<state>`. */
export const HIJACK_STATES = ['differs', 'doubted', 'unknown', 'good'] as const;
export type HijackState = (typeof HIJACK_STATES)[number];
/** What stands first where the worst does. */
export const HIJACK_RANKS: Readonly<Record<HijackState, number>> = {
  differs: 0,
  doubted: 1,
  unknown: 2,
  good: 3,
};

/** What stood behind a finding; the words are `domain.hijack.fault.<fault>`. */
export const HIJACK_FAULTS = [
  '',
  'not_looked',
  // Of the answers.
  'other_addresses',
  'some_lie',
  'udp_forged',
  'name_unknown',
  'no_address',
  'nobody_says',
  'circle',
  'own_unknown',
  // Of the page.
  'other_page',
  'page_changed',
  'no_page',
] as const;
export type HijackFault = (typeof HIJACK_FAULTS)[number];
