import type { DomainUse } from './domain-names.ts';

/** A name that somebody has, or the platform. */
export interface HeldDomain {
  /** Id of the domain. */
  id: string;
  /** As the DNS has it, in lower case without the dot at its end. */
  host: string;
  /** The same in its own script. */
  shown: string;
  type: DomainUse;
  /** Account id; null: nobody has it now. */
  owner: string | null;
  is_platform: boolean;
}

/** What a spare did, or could do, for a domain last. */
export interface DomainReplacement {
  /** Id of the take-over. */
  take_over: string;
  /** Where it is: `offered`, `waiting`, `moving`, `moved`, `stopped`, `moving_back`, `back`, `recovered`, `dismissed`. */
  state: string;
  /** The spare that serves it, in its own script; empty: none does yet. */
  to: string;
  /** Codes that it moved. */
  codes: number;
}

/** Service of the plugin `domain`: all names that are held, and what took over from them; for whoever looks after them. */
export interface HeldDomains {
  /** Goes through all of them by their ids, `limit` at a time (500). `next` goes on behind; null: there are no more. */
  walk(query: {
    after?: string | null | undefined;
    limit?: number | undefined;
  }): Promise<{ domains: HeldDomain[]; next: string | null }>;
  /** The last take-over of each of up to 200 domains, by the domain's id; those without one are left out. */
  replacements(domains: readonly string[]): Promise<Record<string, DomainReplacement>>;
}

/** Name that `HeldDomains` is provided under. */
export const HELD_DOMAINS = 'domain.held';

/** The versions that this interface describes. */
export const HELD_DOMAINS_VERSIONS = '^1.0';
