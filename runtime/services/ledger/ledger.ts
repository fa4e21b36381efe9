import { AppError, errors } from '@waypost/contract';
import { type Ledger, type LedgerCall, type LedgerReceipt, newId, type Session } from '@waypost/sdk';
import type { Connection } from 'mongoose';
import type { z } from 'zod';
import { isTransactionConflict } from '../../storage/index.ts';
import { transactionNow } from '../../storage/migrations.ts';
import { ledgerHoldOver, ledgerKeyUsed } from '../errors.ts';
import { type HoldDocument, type JournalDocument, WHOLE } from './ledger-collections.ts';
import { lineOf } from './line-of.ts';
import { type Change, type MoveOptions, planMove, writesOf } from './move-money.ts';
import {
  hashOf,
  invalid,
  isPerson,
  readInput,
  zHoldPlacing,
  zHoldPosting,
  zHoldVoiding,
  zTransfer,
} from './read-input.ts';
import { readLedger } from './read-ledger.ts';
import type { LedgerWrite } from './write-at-once.ts';

export interface LedgerOptions extends MoveOptions {
  connection: Pick<Connection, 'startSession'>;
}

type Postings = JournalDocument['postings'];
/** A change that is about to be made, within its transaction. */
interface Planned {
  postings: Postings;
  hold: string | null;
  /** What becomes of the hold, written with the rest. */
  settle?(time: Date): LedgerWrite;
}

/** The ledger as one plugin has it; the words are in the SDK's type. */
export function createLedger(options: LedgerOptions, plugin: string): Ledger {
  const { ledger } = options;

  /** One transaction, and one command of it that writes: the key, the balances, the journal and the bill. */
  function change<S extends z.ZodType<{ key: string; type: string; remark: string }>>(
    method: string,
    schema: S,
    plan: (input: z.output<S>, session: Session) => Promise<Planned>,
  ) {
    const toBeMade = async (input: z.output<S>, session: Session, request: LedgerCall['request']) => {
      const { postings, hold, settle } = await plan(input, session);
      const changes = await planMove(options, postings, session);
      const { type, remark } = input;
      const entry: JournalDocument = {
        _id: newId(options),
        plugin,
        type,
        postings,
        remark,
        hold,
        actor: actorOf(request),
        time: options.clock.date(),
      };
      return { entry, changes, settle };
    };
    return async (given: LedgerCall, session?: Session): Promise<LedgerReceipt> => {
      const { request, ...body } = given;
      const input = readInput(schema, body);
      const hash = hashOf(method, input);
      const _id = `${plugin}/${input.key}`;
      return within(options, session, async (session) => {
        const earlier = async () => {
          const used = await ledger.keys.findOne({ _id }, { session });
          if (used !== null && used.hash !== hash) throw ledgerKeyUsed.create();
          return used === null ? undefined : { ...used.answer, isRepeated: true };
        };
        // Nearly every key is new: it is looked for where something stands in the way of the change.
        const before = ledger.met.has(_id) ? await earlier() : undefined;
        if (before !== undefined) return before;
        let planned: { entry: JournalDocument; changes: Change[]; settle: Planned['settle'] };
        try {
          planned = await toBeMade(input, session, request);
        } catch (error) {
          const known = error instanceof AppError ? await earlier() : undefined;
          if (known !== undefined) return known;
          throw error;
        }
        const { entry, changes, settle } = planned;
        const { hold, time } = entry;
        const { writes, lines } = writesOf(options, entry, changes);
        const answer = { journal: entry._id, hold, time: time.toISOString(), lines: lines.map(lineOf) };
        const first: LedgerWrite = { to: ledger.keys.collectionName, insert: { _id, hash, answer, time } };
        try {
          await ledger.write([first, ...(settle === undefined ? [] : [settle(time)]), ...writes], session);
        } catch (error) {
          // It runs again, and then looks first.
          if (isTransactionConflict(error)) ledger.met.add(_id);
          throw error;
        }
        return { ...answer, isRepeated: false };
      });
    };
  }

  /** Ends a hold of this plugin: of two at once, the second is run again and finds it over. */
  async function endHold(id: string, state: 'posted' | 'voided', session: Session) {
    const hold = await ledger.holds.findOne({ _id: id, plugin }, { session, ...WHOLE });
    if (hold === null) throw errors.notFound.create();
    if (hold.state !== 'held') throw ledgerHoldOver.create();
    const { account, currency, amount } = hold;
    return {
      hold,
      held: { account, part: 'held' as const, currency, amount: -amount },
      settle: (end_time: Date): LedgerWrite => ({
        to: ledger.holds.collectionName,
        filter: { _id: id, state: 'held' },
        update: { $set: { state, end_time } },
      }),
    };
  }

  return {
    ...readLedger(options, plugin),
    transfer: change('transfer', zTransfer, async ({ postings }) => ({
      postings: postings.map((one) => ({ ...placeOf(one.account), ...one, amount: BigInt(one.amount) })),
      hold: null,
    })),
    placeHold: change('placeHold', zHoldPlacing, async ({ account, amount: text, currency }) => {
      const amount = BigInt(text);
      const _id = newId(options);
      return {
        postings: [
          { account, part: 'available', currency, amount: -amount },
          { account, part: 'held', currency, amount },
        ],
        hold: _id,
        settle: (time) => ({
          to: ledger.holds.collectionName,
          insert: holdRow({ _id, plugin, account, currency, amount, time }),
        }),
      };
    }),
    postHold: change('postHold', zHoldPosting, async ({ hold: id, to }, session) => {
      const { hold, held, settle } = await endHold(id, 'posted', session);
      const sum = to.reduce((total, { amount }) => total + BigInt(amount), 0n);
      if (sum !== hold.amount)
        throw invalid([{ path: 'to', message: 'amounts that sum up to what is held' }]);
      const { currency } = hold;
      const given = to.map(({ account, amount }) => {
        return { ...placeOf(account), account, currency, amount: BigInt(amount) };
      });
      return { postings: [held, ...given], hold: id, settle };
    }),
    voidHold: change('voidHold', zHoldVoiding, async ({ hold: id }, session) => {
      const { hold, held, settle } = await endHold(id, 'voided', session);
      return { postings: [held, { ...held, part: 'available', amount: hold.amount }], hold: id, settle };
    }),
  };
}

/** Who asked: whoever acts for another stands for themselves. */
const actorOf = (request: LedgerCall['request']): JournalDocument['actor'] => {
  const caller = request?.caller;
  return caller ? (caller.actor ?? { id: caller.id, account: caller.account }) : null;
};

const holdRow = (hold: Omit<HoldDocument, 'state' | 'end_time'>): HoldDocument => ({
  ...hold,
  state: 'held',
  end_time: null,
});

const placeOf = (account: string) => ({
  part: isPerson(account) ? ('available' as const) : ('counter' as const),
});

/** Runs work in the transaction that is open, or in one of its own. */
async function within<T>(
  { connection }: Pick<LedgerOptions, 'connection'>,
  given: Session | undefined,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  if (given !== undefined && !given.inTransaction())
    throw new TypeError(
      'the ledger takes part in a transaction only: hand it the session of context.transaction',
    );
  const open = given ?? transactionNow();
  if (open !== undefined) return work(open);
  const session = await connection.startSession();
  try {
    return await session.withTransaction(() => work(session), {
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority' },
    });
  } finally {
    await session.endSession();
  }
}
