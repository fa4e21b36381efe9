import { FACETS } from '../watching/values.ts';

/** What a spare is at the moment; the words are `domain.spare.standing.<standing>`. */
export const STANDINGS = ['next', 'ready', 'in_use', 'has_codes', 'failing', 'unchecked', 'blocked'] as const;
export type Standing = (typeof STANDINGS)[number];

/** Where a take-over is; the words are `domain.take_over.state.<state>`. */
export const TAKE_OVER_STATES = [
  'offered',
  'waiting',
  'moving',
  'moved',
  'stopped',
  'moving_back',
  'back',
  'recovered',
  'dismissed',
] as const;

/** Why: what failed first, a block that a policy of others has put on the name, or a person who wished it. */
export const REASONS = [...FACETS, 'policy', 'person'] as const;
export type Reason = (typeof REASONS)[number];

/** What stands between a take-over and its end; the words are `domain.take_over.hint.<hint>`. */
export const HINTS = [
  '',
  // Offered to a person, and not done by itself.
  'policy',
  'flapping',
  'switched_off',
  // Waiting.
  'no_spare',
  'codes_away',
  // Codes whose short code is another one's there, or that are on paper with as many domains as there may be.
  'stuck',
  // Whoever had one of both has it no more.
  'gone',
] as const;
export type Hint = (typeof HINTS)[number];

/** What people are to be told of a take-over, once; the words are `domain.reserve.notice.<notice>`. */
export const RESERVE_NOTICES = [
  'taken_over',
  'taken_over_person',
  'no_spare',
  'offered_policy',
  'offered_flapping',
  'offered_switched_off',
  'works_again',
  'back',
] as const;
export type ReserveNotice = (typeof RESERVE_NOTICES)[number];
/** Of these the owner of the codes is told, too: they say where the codes stand now. */
export const OWNERS_NOTICES: readonly ReserveNotice[] = ['taken_over', 'taken_over_person', 'back'];
