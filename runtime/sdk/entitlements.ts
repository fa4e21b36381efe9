import type { EntitlementKind } from '@waypost/contract';
import type { Disposer } from './ground.ts';
import type { Session } from './model.ts';

/** The most that somebody may have of each kind; a kind that is null is not bounded. */
export type EntitlementLimits = Readonly<Record<EntitlementKind, number | null>>;

/** Who says what people may have: a plugin that sells it, for instance. */
export interface EntitlementSource {
  /**
   * What bounds an account; null: nothing does. Asked within the transaction that makes something where there is one: read
   * with its session, and write nothing.
   */
  limitsOf(account: string, session: Session | undefined): Promise<Partial<EntitlementLimits> | null>;
}

/** Something that is about to be made. */
export interface EntitlementWish {
  /** Id of the account that it will belong to. */
  account: string;
  kind: EntitlementKind;
  /** How many; default 1. */
  adding?: number;
  /**
   * How many there are, counted with the session and no further than `most`, which is more than any answer changes. Called
   * only where the kind is bounded.
   */
  count(session: Session, most: number): Promise<number>;
}

/** Service of the runtime: what people may have. Not for plugins in a process of their own. */
export interface Entitlements {
  /** From now on the source bounds people too: of several the smallest figure holds. Dispose it with the plugin. */
  contribute(source: EntitlementSource): Disposer;
  /** What bounds an account now. */
  limitsOf(account: string): Promise<EntitlementLimits>;
  /**
   * Asks within the transaction that makes something whether there is room for it. Of two that make something of the kind for
   * an account at once, the later one runs again and counts what the first has made.
   * Errors: `limit_codes`, `limit_domains`, `limit_api_keys`, `limit_visits`, `limit_kept_visits` 409 with `content.most`.
   */
  requireRoom(wish: EntitlementWish, session: Session): Promise<void>;
}

/** Name that `Entitlements` is provided under. */
export const ENTITLEMENTS = 'platform.entitlements';

/** The versions that this interface describes. */
export const ENTITLEMENTS_VERSIONS = '^1.0';
