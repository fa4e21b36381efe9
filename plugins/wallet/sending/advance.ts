import { AppError } from '@waypost/contract';
import type { Session } from '@waypost/sdk';
import type { SolidTransaction } from '../chain/reading/information.ts';
import { findSolid, latestInformation } from '../chain/watching/find-solid.ts';
import type { SignedTransaction } from '../signing/signer.ts';
import { broadcast, isSigned } from './chain-calls.ts';
import { isGone } from './is-gone.ts';
import type { Sending } from './sender.ts';
import { type StoredSending, writeSending } from './stored.ts';
import { AGAIN_MS, FINAL_REFUSALS, LOOK_MS, REBROADCAST_MS, TOO_LATE_MS } from './values.ts';

/** From what was prepared to its end there are so many steps. */
const MOST_STEPS = 4;

/**
 * Takes a transaction as far as it comes now: signed, broadcast, and once it is on the chain for good, or can never be, to its end. What
 * is kept says what comes next, so that it may end at any moment and be called again, by anybody, any number of times.
 */
export async function advance(sending: Sending, row: StoredSending): Promise<StoredSending> {
  let now = row;
  for (let steps = 0; steps < MOST_STEPS && now.is_open; steps += 1) {
    const next = await step(sending, now);
    if (next === undefined) break;
    now = next;
  }
  return now;
}

/** @returns undefined: there is nothing to do now */
async function step(sending: Sending, row: StoredSending): Promise<StoredSending | undefined> {
  const { context } = sending;
  const now = context.clock.now();
  // What it will never sign it is not asked for again and again: the bytes come to their end.
  const isRefused = FINAL_REFUSALS.includes(row.remark);
  if (row.phase === 'prepared' && !isRefused && now < row.expiration - TOO_LATE_MS) return sign(sending, row);
  // By our clock, or by that of a node that says so.
  const isOver = now > row.expiration || row.remark === 'TRANSACTION_EXPIRATION_ERROR';
  const solid = await findIt(sending, row);
  if (solid !== undefined) return end(sending, row, solid);
  if (isOver) return (await isGone(sending.chain, row)) ? expire(sending, row) : wait(sending, row, LOOK_MS);
  if (row.phase === 'prepared') return wait(sending, row, AGAIN_MS);
  if (row.phase === 'signed') return send(sending, row);
  return sendAgain(sending, row);
}

const findIt = ({ chain }: Sending, { transaction: id }: StoredSending) =>
  chain.pool.work(chain.providers, (ask, provider) => findSolid(chain, { ask, provider, id }));

async function sign(sending: Sending, row: StoredSending): Promise<StoredSending | undefined> {
  const { context, chain, hooks } = sending;
  if ((await hooks[row.purpose].isHeld?.(row)) === true) return wait(sending, row, AGAIN_MS);
  // From here on the signer may have signed, also where its answer is lost.
  if (!row.was_asked) return write(sending, row, { was_asked: true });
  const { raw_data_hex, transaction: txid, sender: from } = row;
  let signed: SignedTransaction;
  try {
    signed = await askSigner(sending, row);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    context.log.warn({ transaction: txid, code: error.code }, 'the signer refuses a transaction');
    return wait(sending, row, AGAIN_MS, error.code);
  }
  const { signature } = signed;
  const isRight = signed.raw_data_hex === raw_data_hex && signed.txid === txid;
  if (!isRight || !(await isSigned(chain, { raw_data_hex, txid, signature, from }))) {
    context.log.error({ transaction: txid }, 'the signer has signed something else');
    return wait(sending, row, AGAIN_MS, 'signature_wrong');
  }
  // Kept before anybody hears of it.
  return write(sending, row, { phase: 'signed', signature, remark: '' });
}

/** Asks for the same bytes with each reason there is: only the signer knows which of those before it has signed. */
async function askSigner({ signer, hooks }: Sending, row: StoredSending): Promise<SignedTransaction> {
  const { raw_data_hex, key, key_index: index } = row;
  const from = index === -1 ? { key } : { key, index };
  let refused: unknown;
  for (const reason of await hooks[row.purpose].reasons(row))
    try {
      return await signer.sign({ raw_data_hex, from, ...reason });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'wallet.approval_used') throw error;
      refused = error;
    }
  throw refused;
}

async function send(sending: Sending, row: StoredSending): Promise<StoredSending | undefined> {
  const { context, chain } = sending;
  const code = await broadcast(chain, row);
  const time = context.clock.date();
  if (code !== '') return wait(sending, row, code === 'busy' ? LOOK_MS : AGAIN_MS, code);
  const times = { sent_time: time, last_sent_time: time, next_look_time: later(sending, LOOK_MS) };
  return write(sending, row, { phase: 'broadcast', remark: '', ...times });
}

/** A reorganisation, or a node that starts anew, forgets what it had: the same bytes are sent once more. */
async function sendAgain(sending: Sending, row: StoredSending): Promise<undefined> {
  const { context, chain } = sending;
  const { pool, providers } = chain;
  const last = row.last_sent_time?.getTime() ?? 0;
  if (context.clock.now() < last + REBROADCAST_MS) return wait(sending, row, LOOK_MS);
  const seen = await pool.work(providers, (ask) => latestInformation(chain, ask, row.transaction));
  if (seen !== undefined) return wait(sending, row, LOOK_MS);
  const code = await broadcast(chain, row);
  await writeSending(context, row, {
    remark: code,
    next_look_time: later(sending, LOOK_MS),
    ...(code === '' ? { last_sent_time: context.clock.date() } : {}),
  });
  return undefined;
}

function end(sending: Sending, row: StoredSending, solid: SolidTransaction) {
  const phase = solid.isRefused ? ('failed' as const) : ('solid' as const);
  return write(
    sending,
    row,
    {
      phase,
      status: solid.isRefused ? 'fail' : 'success',
      is_open: false,
      block: solid.block,
      fee: String(solid.fee),
      end_time: new Date(solid.time),
      next_look_time: null,
      remark: solid.isRefused ? solid.result : '',
    },
    solid,
  );
}

const expire = (sending: Sending, row: StoredSending) =>
  write(sending, row, {
    phase: 'expired',
    status: 'fail',
    is_open: false,
    next_look_time: null,
    end_time: sending.context.clock.date(),
    remark: row.remark === '' ? 'expired' : row.remark,
  });

/** Writes a step, and what it means for what the transaction belongs to. @returns undefined: somebody else was first */
function write(
  { context, hooks }: Sending,
  row: StoredSending,
  set: Partial<StoredSending>,
  solid?: SolidTransaction,
): Promise<StoredSending | undefined> {
  return context.transaction(async (session: Session) => {
    const after = await writeSending(context, row, set, session);
    if (after !== undefined && after.phase !== row.phase)
      await hooks[row.purpose].changed(after, session, solid);
    return after;
  });
}

const later = ({ context }: Sending, ms: number) => new Date(context.clock.now() + ms);

async function wait(sending: Sending, row: StoredSending, ms: number, remark?: string): Promise<undefined> {
  await writeSending(sending.context, row, {
    next_look_time: later(sending, ms),
    ...(remark === undefined ? {} : { remark }),
  });
}
