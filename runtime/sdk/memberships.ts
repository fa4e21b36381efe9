import type { Session } from './model.ts';

/** Whose membership ends when. */
export interface MembershipEnd {
  account: string;
  /** ISO. */
  until: string;
}

/** What a payment of an account goes by. */
export interface Payer {
  /** Until when it is a member, ISO; null: no end was set, also for an account that is not there. */
  until: string | null;
  /** The account right above, whom the payment also concerns. */
  superior: string | null;
  /** Percent of what the account pays, 0 to 100. */
  share_ratio: number;
}

/** A customer right below somebody. */
export interface DirectCustomer {
  id: string;
  account: string;
  name: string;
  /** Until when they are members, ISO; null: no end was set. */
  until: string | null;
  /** When the account was made, ISO. */
  joined: string;
  is_disabled: boolean;
}

/** Which of somebody's own customers, in what order. */
export interface DirectCustomers {
  superior: string;
  /** How the account, the name or the phone begins. */
  search?: string | undefined;
  /** The one of this id alone. */
  only?: string | undefined;
  sort: 'joined' | 'until';
  order: 'asc' | 'desc';
  skip: number;
  limit: number;
  /** So many are counted at most. */
  countLimit: number;
}

/** What somebody brings customers by. */
export interface Inviter {
  /** The code of the address that others register by. */
  code: string;
  /** Whether anybody may register now. */
  is_open: boolean;
  /** Percent of what customers pay that they get, 0 to 100. */
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
  /** Until when an account is a member, who is right above it, and how much of a payment is theirs. Since 2.0 */
  payer(account: string, session?: Session): Promise<Payer>;
  /** Whether a superior stands right above an account. */
  isDirect(account: string, superior: string): Promise<boolean>;
  /** Customers and agents right below somebody, a page of them. */
  customersOf(query: DirectCustomers): Promise<{ content: DirectCustomer[]; count: number }>;
  /** What somebody brings customers by. Errors: `not_found` 404. */
  inviter(account: string): Promise<Inviter>;
}

/** Name that `Memberships` is provided under. */
export const MEMBERSHIPS = 'system.memberships';

/** The versions that this interface describes. */
export const MEMBERSHIPS_VERSIONS = '^2.0';
