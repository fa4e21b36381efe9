import type { VisitShieldRule } from '@waypost/contract';
import type { KeptVisit } from './kept-visits.ts';
import type { VisitScope } from './visit-scope.ts';

/** Visits of one link that one rule refused on one day. */
export interface ShieldRefusals {
  /** Number of the rule. */
  rule: number;
  link: string;
  owner: string;
  /** yyyymmdd */
  day: number;
  /** Of people. */
  visit_number: number;
  bot_number: number;
  last_time: string;
}

/** One visit that a rule refused, kept because the log of its link was open. */
export interface RefusedVisit extends Omit<KeptVisit, 'target'> {
  /** Number of the rule. */
  rule: number;
  /** Whoever had the link. */
  owner: string;
}

export interface RefusedVisitQuery {
  page: number;
  page_size: number;
  /** Numbers of rules, at most 1,000; left out: all. */
  rules?: readonly number[] | undefined;
  owner?: string | undefined;
  link?: string | undefined;
  time_from?: string | undefined;
  time_to?: string | undefined;
  /** One address in any spelling. */
  ip?: string | undefined;
  /** Any of these parts of a place, which is written in Chinese, or of these countries by their ISO 3166 codes. */
  place?: { parts: readonly string[]; countries: readonly string[] } | undefined;
  /** A part of its name, in any case. */
  system?: string | undefined;
  /** By time; default: the newest first. */
  sort_order?: 'asc' | 'desc' | undefined;
}

/** Rules that are held against visits that are kept. */
export interface ShieldTrial {
  /** In their order; those whose kind's plugin is off are looked at as if it were on. */
  rules: VisitShieldRule[];
  scope: VisitScope;
  /** How many of the latest visits, at most 10,000. */
  visits: number;
  /** Only those of so many times 24 hours until now; left out: however old they are. */
  days?: number | undefined;
}

export interface TriedShield {
  /** How many visits there were. */
  visits: number;
  /** Whether there are older ones that were not looked at. */
  has_more: boolean;
  /** Of these, visits without a language: they said none, or came before it was kept. */
  without_language: number;
  /** The first and the last of them; null without any. */
  first_time: string | null;
  last_time: string | null;
  /** Visits by the number of the rule that decided; those that none decided are in none. */
  decided: Record<string, number>;
  /** Of each rule that refuses or leads elsewhere the latest visits that it decided, at most 20. */
  samples: Record<string, KeptVisit[]>;
}
