/** What a list of the audit log is narrowed by. */
export interface AuditQuery {
  type?: string | undefined;
  /** Id of the account that did it. */
  person?: string | undefined;
  /** Id of the account that an operator acted as. */
  acting_for?: string | undefined;
  /** Id of what it was done to. */
  target?: string | undefined;
  ip?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** One entry of the audit log; nobody can change one. */
export interface AuditRecord {
  id: string;
  /** Its place in the chain, from 1. */
  number: number;
  time: Date;
  /** `<plugin>.<noun>.<verb>` */
  type: string;
  plugin: string;
  /** Null: nobody did, such as a job. */
  actor: { id: string; account: string; via: string; as?: { id: string; account: string } } | null;
  ip: string | null;
  /** Null: from before it was noted. */
  server_ip: string | null;
  user_agent: string | null;
  request_id: string | null;
  target: string | null;
  before: unknown;
  after: unknown;
}

/** What was found when the chain was last looked at. */
export interface AuditCheck {
  time: Date;
  /** Number of the last entry that is whole. */
  through: number;
  /** Null: all of them fit. */
  fault: 'changed' | 'removed' | 'inserted' | 'forged' | null;
  /** Number of the first entry that does not fit. */
  broken_at: number | null;
}

export interface AuditState {
  /** Number of the newest entry; 0: there is none. */
  newest: number;
  /** Null: it was never looked at. */
  checked: AuditCheck | null;
  /** What was removed because it was old enough, up to this entry; null: nothing was. */
  removed: { through: number; until: Date; time: Date } | null;
}

/** What is recorded, and for how long. */
export interface AuditConfig {
  version: number;
  /** Days that entries stay; 0: for ever. Null: what is stored there is no figure, and nothing is removed. */
  kept_days: number | null;
  /** Types that are not recorded. */
  unrecorded: string[];
}

/** Fewest days that entries stay. */
export const AUDIT_KEPT_DAYS_MIN = 90;
export const AUDIT_KEPT_DAYS_MAX = 36_500;

/** Whether operators may leave out what a plugin records; what the platform itself records stays, always. */
export function isAuditOptional(type: string): boolean {
  return !/^(?:system|plugin)\./.test(type);
}

/** The audit log for the screens that show it. It is read here; entries are written by `context.audit` alone. */
export interface AuditDesk {
  /** A page, newest first unless `order` says otherwise; counted up to `most`, and `is_at_least` where there are more. */
  page(
    query: AuditQuery,
    place: { page: number; page_size: number; order: 'asc' | 'desc'; most: number },
  ): Promise<{ records: AuditRecord[]; count: number; is_at_least: boolean }>;
  find(id: string): Promise<AuditRecord | undefined>;
  /** All that a query finds, a portion at a time in memory. */
  stream(query: AuditQuery, order: 'asc' | 'desc'): AsyncIterable<AuditRecord>;
  /** Every type that the log has, with its newest entry. */
  types(): Promise<{ type: string; plugin: string; last: Date }[]>;
  state(): Promise<AuditState>;
  /**
   * Looks at the whole chain, and notes what was found. Throws what the signal throws. Errors: `audit_chain_broken` 409 when
   * an entry does not fit.
   */
  check(run: { progress(done: number, total: number): void; signal: AbortSignal }): Promise<void>;
  config(): Promise<AuditConfig>;
  /** Errors: `stale_version` 409 with the current values as content. */
  changeConfig(
    version: number,
    change: { kept_days: number; unrecorded: readonly string[] },
  ): Promise<AuditConfig>;
  /**
   * Removes entries that are older than the configured days, the oldest first, behind a signed checkpoint; at most a
   * portion a call. Answers how many. Errors: `audit_chain_broken` 409 when they are not whole: nothing is removed then.
   */
  removeOld(signal: AbortSignal): Promise<number>;
}
