import type { Session } from './model.ts';

/** Whose membership ends when. */
export interface MembershipEnd {
  account: string;
  /** ISO. */
  until: string;
}

/** Whom a payment of an account also concerns. */
export interface DirectSuperior {
  superior: string | null;
  /** Percent of what the account pays, 0 to 100. */
  share_ratio: number;
}

/**
 * Service of the plugin `system`: until when people are members, which is the field that operators see and change on the page
 * of a person, and who brought them. With the session of a transaction it is part of that. Not for plugins in a process of
 * their own.
 */
export interface Memberships {
  /** ISO; null: no end was set, also for an account that is not there. */
  until(account: string, session?: Session): Promise<string | null>;
  /**
   * Sets the end within the transaction in which it was earned. Errors: `not_found` 404 where nobody has the account any more.
   */
  setUntil(change: MembershipEnd, session: Session): Promise<void>;
  /** Customers and agents whose membership ends in a span, from the first on: at most `limit` behind the one named last. */
  ending(span: {
    /** ISO; both inclusive. */
    from: string;
    to: string;
    after?: MembershipEnd | undefined;
    limit: number;
  }): Promise<MembershipEnd[]>;
  /** The account right above, and how much of a payment is theirs. */
  superiorOf(account: string, session?: Session): Promise<DirectSuperior>;
  /** Whether a superior stands right above an account. */
  isDirect(account: string, superior: string): Promise<boolean>;
}

/** Name that `Memberships` is provided under. */
export const MEMBERSHIPS = 'system.memberships';

/** The versions that this interface describes. */
export const MEMBERSHIPS_VERSIONS = '^1.0';
