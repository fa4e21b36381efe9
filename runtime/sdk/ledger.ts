import type { Amount, Currency } from '@waypost/contract';
import type { Session } from './model.ts';
import type { RequestContext } from './request.ts';

/** One side of an entry. */
export interface LedgerPosting {
  /**
   * A person's account id, or a counter account of this plugin such as `wallet.deposits`: where money of people comes from
   * and goes to. Counter accounts may be below zero, people's never are.
   */
  account: string;
  /** Positive adds, negative subtracts; never 0. In smallest units of the currency. */
  amount: Amount;
  /** Default: USDT. */
  currency?: Currency;
}

/** What every change of the ledger says. */
export interface LedgerCall {
  /**
   * Names this change among all of this plugin, for ever, at most 200 characters: the same call again, at any time, from
   * any process, changes nothing and is answered as the first was. A call that was refused leaves its key free.
   */
  key: string;
  /** `<plugin>.<noun>`, such as `wallet.deposit`: what bills show as its kind. */
  type: string;
  /** For people, at most 500 characters. */
  remark?: string;
  /** Who asked for it. */
  request?: RequestContext;
}

/** Money that changes its place at once; the amounts sum up to 0 in each currency. */
export interface LedgerTransfer extends LedgerCall {
  postings: readonly LedgerPosting[];
}

/** Money of a person that is set aside: it is no longer available, and not yet gone. */
export interface LedgerHoldPlacing extends LedgerCall {
  account: string;
  /** Positive. */
  amount: Amount;
  /** Default: USDT. */
  currency?: Currency;
}

/** The money that was set aside goes where it was meant to go. */
export interface LedgerHoldPosting extends LedgerCall {
  hold: string;
  /** Whom it goes to, in positive amounts that sum up to what is held. */
  to: readonly { account: string; amount: Amount }[];
}

/** The money that was set aside is available again. */
export interface LedgerHoldVoiding extends LedgerCall {
  hold: string;
}

/** One line of a person's bill: a change of what is available. */
export interface BillLine {
  id: string;
  account: string;
  currency: Currency;
  /** 1, 2, 3 … for each account and currency. */
  seq: number;
  type: string;
  change: Amount;
  /** What was available before; the `after` of the line before this one. */
  before: Amount;
  after: Amount;
  remark: string;
  /** Id of the entry in the journal. */
  journal: string;
  /** ISO. */
  time: string;
}

/** What a change was answered with, the first time and every other time. */
export interface LedgerReceipt {
  /** Id of the entry in the journal. */
  journal: string;
  /** The hold that was placed, posted or voided. */
  hold: string | null;
  /** ISO. */
  time: string;
  /** The lines of people's bills that came of it. */
  lines: BillLine[];
  /** It was done before: this is what was answered then, and nothing was changed now. */
  isRepeated: boolean;
}

export interface LedgerBalance {
  account: string;
  currency: Currency;
  available: Amount;
  held: Amount;
}

export interface LedgerHold {
  id: string;
  account: string;
  currency: Currency;
  amount: Amount;
  state: 'held' | 'posted' | 'voided';
  /** ISO; of its placing, and of its end. */
  time: string;
  end_time: string | null;
}

/** Which lines of bills are asked for. */
export interface BillQuery {
  /** Whose, at most 20 accounts; undefined: everybody's. */
  accounts?: readonly string[];
  /** Kinds of changes, at most 20; undefined: all. */
  types?: readonly string[];
  /** Default: USDT. */
  currency?: Currency;
  /** ISO; the first moment, and the first behind the last. */
  from?: string;
  until?: string;
  /** By time, lines of one account as they followed each other; default: newest first. */
  order?: 'asc' | 'desc';
  /** From 1; at most 200 lines. */
  page: number;
  page_size: number;
}

/**
 * A page of lines. Nothing lies behind the first 10,000, or the first 2,000 where several kinds or accounts are asked for: those are
 * reached by narrowing the query.
 */
export interface BillPage {
  content: BillLine[];
  /** At most so many. */
  count: number;
  /** There are more than `count`. */
  is_at_least: boolean;
}

/** Somebody's bill of a span of time. Spans that follow each other have every line once, and fit together. */
export interface BillSpan {
  /** What was available before the first line, and after the last one. */
  opening: Amount;
  closing: Amount;
  /** Lines of the whole span. */
  count: number;
  /** A portion of them, oldest first. */
  lines: BillLine[];
  /** What `after` is for the next portion; null: this was the last one. */
  next: number | null;
}

/** What was booked in a span of time. */
export interface LedgerSums {
  /** Entries of the journal. */
  entries: number;
  /** By kind: what people have more or less available by their bills, and by the journal. Both are the same, or something is wrong. */
  changes: { type: string; lines: number; billed: Amount; booked: Amount }[];
  /** By the journal: what people have more or less available in all, and set aside. */
  available: Amount;
  held: Amount;
  /** Counter accounts of all plugins: below zero where money came from, above where it went to. */
  counters: { account: string; amount: Amount }[];
  /** Ids of entries whose postings do not sum up to 0; the first twenty. */
  unbalanced: string[];
}

/** What everybody has together, and what that follows from, seen at one moment. */
export interface LedgerStanding {
  accounts: number;
  /** Of balances. */
  available: Amount;
  held: Amount;
  /** All changes of all bills; the same as `available`, or something is wrong. */
  billed: Amount;
  /** Those of them before `until`, for the next look; all of them where no moment was given. */
  billed_until: Amount;
  /** All holds that are open; the same as `held`, or something is wrong. */
  holds: Amount;
}

/**
 * Money of people: a journal of entries that are never changed, with what each has left and a bill for each. Each change is
 * one transaction: its own, or the one whose session it is given. Reading needs `ledger:read`, changing `ledger:write`.
 *
 * Errors of changes: `invalid_input` 422; `ledger_key_used` 409 for another change under a key that is used;
 * `ledger_insufficient` 409 where somebody would have less than nothing; `ledger_too_much` 409 where an amount would have
 * more than 18 digits; `ledger_account_unknown` 404; `ledger_account_closed` 409 for money to somebody who has closed the
 * account. A refusal changes nothing, also within a transaction that goes on.
 */
export interface Ledger {
  /** What each has, in the order asked for, 0 for who never had anything; at most 1,000 accounts. */
  balances(accounts: readonly string[], currency?: Currency): Promise<LedgerBalance[]>;
  /** A page of somebody's bill, newest first; `page` from 1, at most 100 lines. Who may read it is for the plugin to say. */
  bill(query: {
    account: string;
    currency?: Currency;
    page: number;
    page_size: number;
  }): Promise<{ content: BillLine[]; count: number }>;
  /** A page of the bills of everybody or of some. Who may read it is for the plugin to say. */
  lines(query: BillQuery): Promise<BillPage>;
  /** A portion of at most 500 lines of somebody's bill within a span, for statements. `after`: `next` of the portion before. */
  span(query: {
    account: string;
    currency?: Currency;
    from: string;
    until: string;
    after?: number;
  }): Promise<BillSpan>;
  /** Reads every entry of the span: for days, in the background. */
  sums(query: { from: string; until: string; currency?: Currency }): Promise<LedgerSums>;
  /**
   * Reads every line of every bill: in the background. `known`: what the lines before a moment sum up to, as `billed_until` of an
   * earlier look at that moment told; then the lines since are read alone, and a line from before that somebody has changed is not
   * seen. `until`: not before that moment, and so long ago that nothing is written any more that bears an earlier time.
   */
  standing(query?: {
    currency?: Currency;
    until?: string;
    known?: { until: string; billed: Amount };
  }): Promise<LedgerStanding>;
  /** A hold of this plugin; null when there is none of the id. */
  findHold(id: string): Promise<LedgerHold | null>;
  transfer(input: LedgerTransfer, session?: Session): Promise<LedgerReceipt>;
  placeHold(input: LedgerHoldPlacing, session?: Session): Promise<LedgerReceipt>;
  /** Errors: `ledger_hold_over` 409 when it is posted or voided already; `not_found` 404 for one of somebody else. */
  postHold(input: LedgerHoldPosting, session?: Session): Promise<LedgerReceipt>;
  /** Errors: as `postHold`. */
  voidHold(input: LedgerHoldVoiding, session?: Session): Promise<LedgerReceipt>;
}
