import { errors } from '@waypost/contract';
import { type Ledger, type LedgerCall, type LedgerReceipt, newId, type Session } from '@waypost/sdk';
import type { Connection } from 'mongoose';
import type { z } from 'zod';
import { againWhenTaken, transactionConflict } from '../../storage/index.ts';
import { transactionNow } from '../../storage/migrations.ts';
import { ledgerHoldOver, ledgerKeyUsed } from '../errors.ts';
import { type HoldDocument, type JournalDocument, WHOLE } from './ledger-collections.ts';
import { lineOf } from './line-of.ts';
import { type MoveOptions, move, planMove } from './move-money.ts';
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

export interface LedgerOptions extends MoveOptions {
  connection: Pick<Connection, 'startSession'>;
}

type Postings = JournalDocument['postings'];
/** A change that is about to be made, within its transaction. */
interface Planned {
  postings: Postings;
  hold: string | null;
  /** What becomes of the hold, after the postings were found possible. */
  settle?(time: Date): Promise<void>;
}

/** The ledger as one plugin has it; the words are in the SDK's type. */
export function createLedger(options: LedgerOptions, plugin: string): Ledger {
  const { ledger } = options;

  /** One transaction: the key, the balances, the journal and the bill. */
  function change<S extends z.ZodType<{ key: string; type: string; remark: string }>>(
    method: string,
    schema: S,
    plan: (input: z.output<S>, session: Session) => Promise<Planned>,
  ) {
    return async (given: LedgerCall, session?: Session): Promise<LedgerReceipt> => {
      const { request, ...body } = given;
      const input = readInput(schema, body);
      const hash = hashOf(method, input);
      const _id = `${plugin}/${input.key}`;
      return within(options, session, async (session) => {
        const used = await ledger.keys.findOne({ _id }, { session });
        if (used !== null && used.hash !== hash) throw ledgerKeyUsed.create();
        if (used !== null) return { ...used.answer, isRepeated: true };
        const { postings, hold, settle } = await plan(input, session);
        const changes = await planMove(options, postings, session);
        const { type, remark } = input;
        const time = options.clock.date();
        const actor = request?.caller;
        const entry: JournalDocument = {
          ...{ _id: newId(options), plugin, type, postings, remark, hold },
          actor: actor ? (actor.actor ?? { id: actor.id, account: actor.account }) : null,
          time,
        };
        return againWhenTaken(async () => {
          const first = { journal: entry._id, hold, time: time.toISOString(), lines: [] };
          await ledger.keys.insertOne({ _id, hash, answer: first, time }, { session });
          await settle?.(time);
          const lines = await move(options, entry, changes, session);
          const answer = { ...first, lines: lines.map(lineOf) };
          await ledger.keys.updateOne({ _id }, { $set: { answer } }, { session });
          return { ...answer, isRepeated: false };
        });
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
      settle: async (end_time: Date) => {
        const { modifiedCount } = await ledger.holds.updateOne(
          { _id: id, state: 'held' },
          { $set: { state, end_time } },
          { session },
        );
        if (modifiedCount === 0) throw transactionConflict(`the hold ${id} is not as it was read`);
      },
    };
  }

  return {
    ...readLedger(options, plugin),
    transfer: change('transfer', zTransfer, async ({ postings }) => ({
      postings: postings.map((one) => ({ ...placeOf(one.account), ...one, amount: BigInt(one.amount) })),
      hold: null,
    })),
    placeHold: change('placeHold', zHoldPlacing, async ({ account, amount: text, currency }, session) => {
      const amount = BigInt(text);
      const _id = newId(options);
      return {
        postings: [
          { account, part: 'available', currency, amount: -amount },
          { account, part: 'held', currency, amount },
        ],
        hold: _id,
        settle: async (time) => {
          const hold: HoldDocument = {
            _id,
            plugin,
            account,
            currency,
            amount,
            state: 'held',
            time,
            end_time: null,
          };
          await ledger.holds.insertOne(hold, { session });
        },
      };
    }),
    postHold: change('postHold', zHoldPosting, async ({ hold: id, to }, session) => {
      const { hold, held, settle } = await endHold(id, 'posted', session);
      const sum = to.reduce((total, { amount }) => total + BigInt(amount), 0n);
      if (sum !== hold.amount)
        throw invalid([{ path: 'to', message: 'amounts that sum up to what is held' }]);
      const { currency } = hold;
      const given = to.map((one) => ({
        ...{ ...placeOf(one.account), account: one.account, currency },
        amount: BigInt(one.amount),
      }));
      return { postings: [held, ...given], hold: id, settle };
    }),
    voidHold: change('voidHold', zHoldVoiding, async ({ hold: id }, session) => {
      const { hold, held, settle } = await endHold(id, 'voided', session);
      return { postings: [held, { ...held, part: 'available', amount: hold.amount }], hold: id, settle };
    }),
  };
}

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
