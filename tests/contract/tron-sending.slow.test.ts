import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { utils as TronUtils, TronWeb as TronWebClass } from 'tronweb';
import { FAKE_USDT, PAYER, startTronNode, type TronNode } from '../tron-node.ts';

const { TronWeb, utils } = require('tronweb') as {
  TronWeb: typeof TronWebClass;
  utils: typeof TronUtils;
};

let node: TronNode;
let tronWeb: TronWebClass;
beforeAll(async () => {
  node = await startTronNode();
  tronWeb = new TronWeb({ fullHost: node.providers[0] as string });
});
afterAll(() => node?.stop());

interface Someone {
  address: string;
  key: string;
}
function newSomeone(): Someone {
  const { address, privateKey } = utils.accounts.generateAccount();
  return { address: address.base58, key: privateKey.replace(/^0x/, '') };
}
/** Somebody who has TRX and tokens. */
async function newRich({ sun = '100000000', tokens = '50000000' } = {}): Promise<Someone> {
  const made = newSomeone();
  await node.control('grant', { to: made.address, sun });
  await node.pay({ from: PAYER, to: made.address, value: tokens });
  return made;
}

interface Wanted {
  to: string;
  value: number;
  feeLimit?: number;
  expiration?: number;
}
async function header(expiration = 600_000) {
  const { solid_id, timestamp } = (await node.control('heads', {})) as {
    solid_id: string;
    timestamp: number;
  };
  return {
    ref_block_bytes: solid_id.slice(12, 16),
    ref_block_hash: solid_id.slice(16, 32),
    expiration: timestamp + expiration,
    timestamp,
  };
}
async function token(by: Someone, { to, value, feeLimit = 100_000_000, expiration }: Wanted) {
  const { transaction } = await tronWeb.transactionBuilder.triggerSmartContract(
    FAKE_USDT,
    'transfer(address,uint256)',
    { txLocal: true, feeLimit, blockHeader: await header(expiration) },
    [
      { type: 'address', value: to },
      { type: 'uint256', value },
    ],
    by.address,
  );
  return tronWeb.trx.sign(transaction, by.key);
}
const trx = async (by: Someone, { to, value, expiration }: Wanted) =>
  tronWeb.trx.sign(
    await tronWeb.transactionBuilder.sendTrx(to, value, by.address, {
      blockHeader: await header(expiration),
    }),
    by.key,
  );
const send = (signed: { txID: string }) => tronWeb.trx.sendRawTransaction(signed as never);
const mine = () => node.control('mine', { blocks: 1 });
const informationOf = ({ txID }: { txID: string }) => tronWeb.trx.getUnconfirmedTransactionInfo(txID);
const balanceOf = async (of: string) =>
  (await node.control('balance', { of })) as { token: string; trx: string };
const bytesOf = ({ raw_data_hex }: { raw_data_hex: string }) => raw_data_hex.length / 2 + 134;

test('a transfer costs the energy that it was estimated at, and bandwidth once the free part is used up', async () => {
  const [ada, bob] = [await newRich(), newSomeone()];
  const parameters = [
    { type: 'address', value: bob.address },
    { type: 'uint256', value: 1_000_000 },
  ];
  const estimate = async () =>
    (
      await tronWeb.transactionBuilder.triggerConstantContract(
        FAKE_USDT,
        'transfer(address,uint256)',
        {},
        parameters,
        ada.address,
      )
    ).energy_used;
  expect(await estimate()).toBe(130_285);
  const first = await token(ada, { to: bob.address, value: 1_000_000 });
  expect(await send(first)).toMatchObject({ result: true, txid: first.txID });
  expect(await send(first)).toMatchObject({ code: 'DUP_TRANSACTION_ERROR' });
  await mine();
  expect(await send(first)).toMatchObject({ code: 'DUP_TRANSACTION_ERROR' });
  expect(await informationOf(first)).toMatchObject({
    fee: 13_028_500,
    receipt: { energy_usage_total: 130_285, net_usage: bytesOf(first), result: 'SUCCESS' },
  });
  expect(await estimate()).toBe(64_285);
  const second = await token(ada, { to: bob.address, value: 2_000_000 });
  await send(second);
  await mine();
  const net_fee = bytesOf(second) * 1_000;
  expect(await informationOf(second)).toMatchObject({
    fee: 6_428_500 + net_fee,
    receipt: { energy_fee: 6_428_500, net_fee, result: 'SUCCESS' },
  });
  expect(await balanceOf(bob.address)).toEqual({ token: '3000000', trx: '0' });
  expect(await balanceOf(ada.address)).toEqual({
    token: '47000000',
    trx: String(100_000_000 - 13_028_500 - 6_428_500 - net_fee),
  });
  // The chain charges what its parameters say, and staked energy costs nothing.
  await node.control('parameters', { getEnergyFee: 210 });
  await node.control('stake', { of: ada.address, energy: 60_000, bandwidth: 5_000 });
  const third = await token(ada, { to: bob.address, value: 1 });
  await send(third);
  await mine();
  expect(await informationOf(third)).toMatchObject({ fee: 4_285 * 210, receipt: { energy_usage: 60_000 } });
  expect(await tronWeb.trx.getAccountResources(ada.address)).toMatchObject({
    EnergyLimit: 60_000,
    EnergyUsed: 60_000,
    NetLimit: 5_000,
    freeNetLimit: 600,
  });
  await node.control('parameters', { getEnergyFee: 100 });
});

test('TRX moves, makes accounts for a fee, and is not sent by whoever has too little', async () => {
  const [ada, bob] = [await newRich({ sun: '10000000' }), newSomeone()];
  expect(await tronWeb.trx.getAccountResources(bob.address)).toEqual({} as never);
  const first = await trx(ada, { to: bob.address, value: 3_000_000 });
  expect(await send(first)).toMatchObject({ result: true });
  await mine();
  expect(await informationOf(first)).toMatchObject({ fee: 1_100_000, receipt: {} });
  expect((await informationOf(first)).receipt.result).toBeUndefined();
  expect(await tronWeb.trx.getUnconfirmedBalance(bob.address)).toBe(3_000_000);
  // The second is within the bandwidth that everybody has.
  const second = await trx(ada, { to: bob.address, value: 1 });
  await send(second);
  await mine();
  expect((await informationOf(second)).fee).toBeUndefined();
  const tooMuch = await trx(ada, { to: bob.address, value: 6_000_000 });
  expect(await send(tooMuch)).toMatchObject({ code: 'CONTRACT_VALIDATE_ERROR' });
  const all = await trx(ada, { to: newSomeone().address, value: 5_899_999 - 1_000_000 });
  expect(await send(all)).toMatchObject({ code: 'BANDWITH_ERROR' });
});

test('what a node refuses it says in 200, and nothing has happened', async () => {
  const [ada, bob] = [await newRich(), newSomeone()];
  const good = await token(ada, { to: bob.address, value: 5 });
  const forged = { ...(await token(ada, { to: bob.address, value: 6 })), signature: good.signature };
  expect(await send(forged as never)).toMatchObject({ code: 'SIGERROR' });
  const expired = await token(ada, { to: bob.address, value: 7, expiration: 1 });
  await mine();
  expect(await send(expired)).toMatchObject({ code: 'TRANSACTION_EXPIRATION_ERROR' });
  await node.control('pool', { most: 0 });
  const busy = await send(good);
  expect(busy).toMatchObject({ code: 'SERVER_BUSY', txid: good.txID });
  expect(Buffer.from(String(busy.message), 'hex').toString()).toContain('too many pending');
  await node.control('pool', { most: null });
  expect(await informationOf(good)).toEqual({} as never);
  // Of two that want the same TRX the second has expired by the time that it could stand in a block.
  await node.control('pool', { is_stalled: true });
  const late = await token(ada, { to: bob.address, value: 8, expiration: 4_000 });
  expect(await send(late)).toMatchObject({ result: true });
  await node.control('mine', { blocks: 3 });
  await node.control('pool', { is_stalled: false });
  await mine();
  expect(await informationOf(late)).toEqual({} as never);
});

test('too low a limit of the fee, and too few tokens, fail on the chain and cost all the same', async () => {
  const [ada, bob] = [await newRich(), newSomeone()];
  const low = await token(ada, { to: bob.address, value: 5, feeLimit: 1_000_000 });
  expect(await send(low)).toMatchObject({ result: true });
  await mine();
  expect(await informationOf(low)).toMatchObject({
    fee: 1_000_000,
    result: 'FAILED',
    receipt: { result: 'OUT_OF_ENERGY' },
  });
  const much = await token(ada, { to: bob.address, value: 50_000_001 });
  await send(much);
  await mine();
  expect(await informationOf(much)).toMatchObject({ result: 'FAILED', receipt: { result: 'REVERT' } });
  expect((await balanceOf(bob.address)).token).toBe('0');
});

test('a reorganisation puts what was signed back into the pool, or it is gone and can be sent once more', async () => {
  const [ada, bob] = [await newRich(), newSomeone()];
  const one = await token(ada, { to: bob.address, value: 5 });
  await send(one);
  await mine();
  const { token: before, trx: left } = await balanceOf(ada.address);
  await node.control('reorganise', { depth: 2, are_pooled: true });
  expect(await informationOf(one)).toEqual({} as never);
  expect(await node.control('pool', {})).toBe(1);
  expect((await balanceOf(bob.address)).token).toBe('0');
  await mine();
  expect(await balanceOf(ada.address)).toEqual({ token: before, trx: left });
  await node.control('reorganise', { depth: 2, dropped: [one.txID] });
  expect(await informationOf(one)).toEqual({} as never);
  expect(await send(one)).toMatchObject({ result: true });
  await node.control('pool', { forgets: 'all' });
  await mine();
  expect(await send(one)).toMatchObject({ result: true });
  await node.settle();
  expect(await tronWeb.trx.getTransactionInfo(one.txID)).toMatchObject({ receipt: { result: 'SUCCESS' } });
  expect((await balanceOf(bob.address)).token).toBe('5');
  expect(await node.control('signed', { by: ada.address })).toMatchObject([
    { id: one.txID, to: bob.address, value: '5', result: 'SUCCESS' },
  ]);
});
