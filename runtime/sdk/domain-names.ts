import type { DomainType } from '@waypost/contract';

/** 1 entry, 2 landing page, 3 short domain. */
export type DomainUse = (typeof DomainType)[keyof typeof DomainType];

/** A name that codes may stand on. */
export interface DomainName {
  /** As the DNS has it, in lower case without the dot at its end. */
  host: string;
  /** The same in its own script. */
  shown: string;
  type: DomainUse;
  /** Of the platform, and lent to the account. */
  is_platform: boolean;
  /** Whether visits reach us through it, as the last checks say; true while nobody has looked. */
  is_working: boolean;
}

/** Service of the plugin `domain`: what people may put codes on. */
export interface DomainNames {
  /**
   * Names that an account may put codes on now, those that are working first, then by name; at most `limit` (100).
   * `search`: part of a name; `type`: of one kind.
   */
  usable(query: {
    owner: string;
    type?: DomainUse | undefined;
    search?: string | undefined;
    limit?: number | undefined;
  }): Promise<DomainName[]>;
  /** Those of up to 1,000 hosts that the account may put codes on. */
  among(query: { owner: string; hosts: readonly string[] }): Promise<DomainName[]>;
}

/** Name that `DomainNames` is provided under. */
export const DOMAIN_NAMES = 'domain.names';

/** The versions that this interface describes. */
export const DOMAIN_NAMES_VERSIONS = '^1.0';
