import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { newId } from '@waypost/sdk';
import { startChain, TEST_XPUB } from '../../../../tests/chain-place.ts';
import { accountOf } from '../addresses/xpub.ts';
import { readPayConfig } from '../config/pay-config.ts';
import { deposits, newDeposit } from '../deposits/deposit.ts';
import { createProviderPool } from '../providers/provider-pool.ts';
import { readProviders } from '../providers/providers.ts';
import { startTron } from '../tron/ask-tron.ts';
import { watchRound } from './watch-round.ts';

// Whoever opens orders and never pays them must not keep those waiting who do.
setDefaultTimeout(120_000);
const HOUR = 60 * 60_000;
let place: Awaited<ReturnType<typeof startChain>>;
let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

async function start() {
  place = await startChain();
  ({ stop } = place);
  const { context } = place.t;
  await startTron(context);
  const config = await readPayConfig(context);
  const account = accountOf(TEST_XPUB);
  const now = context.clock.now();
  let index = 0;
  /** So many addresses whose time came so long ago. */
  const add = async (many: number, { isOpen, ago }: { isOpen: boolean; ago: number }) => {
    const rows = Array.from({ length: many }, () => {
      index += 1;
      const made = newDeposit(context, {
        network: 'nile',
        contract: config.contract,
        order: newId(context),
        owner: '',
        amount: '1',
        tolerance: '0',
        expire_time: new Date(isOpen ? now + HOUR : now - HOUR),
        address: account.address(index),
        account: account.fingerprint,
        index,
      });
      const settlement = isOpen ? ('waiting' as const) : ('expired' as const);
      return { ...made, settlement, next_look_time: new Date(now - ago) };
    });
    await deposits(context).insertMany(rows);
  };
  /** How many were looked at, of each kind, in a round that is broken off after so many. */
  const lookAt = async (many: number, { isAnybodyThere = true } = {}) => {
    let asked = 0;
    // Each of those who look asks before an address whether to go on.
    const signal = {
      get aborted() {
        asked += 1;
        return asked > many;
      },
    } as AbortSignal;
    const steps = { apply: async () => {}, tell: async () => {} };
    const common = { context, config, steps, pool: createProviderPool(context), heads: new Map() };
    const providers = isAnybodyThere ? await readProviders(context) : [];
    await watchRound({ ...common, providers }, signal);
    const looked = { next_look_time: { $gt: new Date(now) } };
    return {
      open: await deposits(context).countDocuments({ ...looked, settlement: 'waiting' }),
      over: await deposits(context).countDocuments({ ...looked, settlement: 'expired' }),
    };
  };
  return { add, lookAt };
}

test('open orders are looked at before those that ran out, however long these have been due', async () => {
  const { add, lookAt } = await start();
  await add(60, { isOpen: false, ago: HOUR });
  await add(4, { isOpen: true, ago: 1_000 });
  expect(await lookAt(4)).toEqual({ open: 4, over: 0 });
});

test('however many are open, of those that ran out some are looked at: what comes late is somebody’s, too', async () => {
  const { add, lookAt } = await start();
  await add(60, { isOpen: false, ago: HOUR });
  await add(60, { isOpen: true, ago: 1_000 });
  expect(await lookAt(50)).toEqual({ open: 40, over: 10 });
});

test('a round that is broken off has looked at some of both', async () => {
  const { add, lookAt } = await start();
  await add(60, { isOpen: false, ago: HOUR });
  await add(60, { isOpen: true, ago: 1_000 });
  expect(await lookAt(10)).toEqual({ open: 8, over: 2 });
});

test('where nobody can be asked they stay due: as soon as somebody can, they are looked at', async () => {
  const { add, lookAt } = await start();
  await add(6, { isOpen: true, ago: 1_000 });
  expect(await lookAt(6, { isAnybodyThere: false })).toEqual({ open: 0, over: 0 });
  expect(await lookAt(6)).toEqual({ open: 6, over: 0 });
});
