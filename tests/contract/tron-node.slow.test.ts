import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { utils as TronUtils, TronWeb as TronWebClass } from 'tronweb';
import { FAKE_USDT, PAYER, startTronNode, type TronNode } from '../tron-node.ts';

const { TronWeb, utils } = require('tronweb') as {
  TronWeb: typeof TronWebClass;
  utils: typeof TronUtils;
};

const TOKEN = [
  {
    name: 'decimals',
    type: 'function',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'uint8', name: '' }],
  },
  {
    name: 'symbol',
    type: 'function',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'string', name: '' }],
  },
  {
    name: 'balanceOf',
    type: 'function',
    stateMutability: 'view',
    inputs: [{ type: 'address', name: 'who' }],
    outputs: [{ type: 'uint256', name: '' }],
  },
] as const;

let node: TronNode;
let tronWeb: TronWebClass;
const payer = utils.accounts.generateAccount();
const shop = utils.accounts.generateAccount().address.base58;
const from = payer.address.base58;

const keyOf = ({ privateKey }: { privateKey: string }) => privateKey.replace(/^0x/, '');

beforeAll(async () => {
  node = await startTronNode({ providers: 2 });
  tronWeb = new TronWeb({ fullHost: node.providers[0] as string });
});
afterAll(() => node?.stop());

/** A page of what TronGrid tells of an address. */
async function list(path: string, provider = 0, headers: Record<string, string> = {}) {
  const response = await fetch(`${node.providers[provider]}${path}`, { headers });
  return { status: response.status, text: await response.text() };
}
const page = async (path: string) =>
  JSON.parse((await list(path)).text) as {
    data: Record<string, unknown>[];
    meta: { at: number; page_size: number; fingerprint?: string; links?: { next: string } };
  };

describe('the fake chain, asked by tronweb', () => {
  test('a node is there, with a head and a solid block behind it', async () => {
    expect(await tronWeb.isConnected()).toMatchObject({ fullNode: true, solidityNode: true });
    const [head, solid] = [await tronWeb.trx.getCurrentBlock(), await tronWeb.trx.getConfirmedCurrentBlock()];
    const numbers = [head, solid].map((block) => block.block_header.raw_data.number);
    expect(Number(numbers[0]) - Number(numbers[1])).toBe(19);
    expect(head.blockID.slice(0, 16)).toBe(Number(numbers[0]).toString(16).padStart(16, '0'));
  });

  test('a transfer is seen at once, and by the solid side after 19 blocks', async () => {
    const id = await node.pay({ from, to: shop, value: '1500000' });
    expect(await tronWeb.trx.getTransactionInfo(id)).toEqual({} as never);
    await expect(tronWeb.trx.getConfirmedTransaction(id)).rejects.toThrow('Transaction not found');
    const seen = await tronWeb.trx.getUnconfirmedTransactionInfo(id);
    expect(seen).toMatchObject({ id, receipt: { result: 'SUCCESS' } });
    await node.settle();
    const info = await tronWeb.trx.getTransactionInfo(id);
    const [log] = info.log;
    expect(TronWeb.address.fromHex(`41${log?.address}`)).toBe(FAKE_USDT);
    expect(TronWeb.address.fromHex(`41${log?.topics[2]?.slice(24)}`)).toBe(shop);
    expect(BigInt(`0x${log?.data}`)).toBe(1_500_000n);
    expect(await tronWeb.trx.getConfirmedTransaction(id)).toMatchObject({ txID: id });
  });

  test('a contract says what it is, and who has how much of it', async () => {
    tronWeb.setAddress(from);
    const token = tronWeb.contract(TOKEN, FAKE_USDT);
    expect(Number(await token.decimals().call())).toBe(6);
    expect(String(await token.symbol().call())).toBe('USDT');
    expect(BigInt(String(await token.balanceOf(shop).call()))).toBe(1_500_000n);
    await node.pay({ from: PAYER, to: from, value: '5000000' });
    const { energy_required } = await tronWeb.transactionBuilder.estimateEnergy(
      FAKE_USDT,
      'transfer(address,uint256)',
      {},
      [
        { type: 'address', value: shop },
        { type: 'uint256', value: '1' },
      ],
      from,
    );
    expect(energy_required).toBeGreaterThan(0);
    const parameters = await tronWeb.trx.getChainParameters();
    expect(parameters.find(({ key }) => key === 'getEnergyFee')?.value).toBeGreaterThan(0);
  });

  test('what tronweb builds and signs is taken once, and what is wrong with it is told in 200', async () => {
    const build = (value = '2500000') =>
      tronWeb.transactionBuilder.triggerSmartContract(
        FAKE_USDT,
        'transfer(address,uint256)',
        { txLocal: true, feeLimit: 100_000_000 },
        [
          { type: 'address', value: shop },
          { type: 'uint256', value },
        ],
        from,
      );
    // Whoever has no account cannot send anything.
    const unknown = await tronWeb.trx.sign((await build()).transaction, keyOf(payer));
    expect(await tronWeb.trx.sendRawTransaction(unknown)).toMatchObject({ code: 'CONTRACT_VALIDATE_ERROR' });
    await node.control('grant', { to: from, sun: '100000000' });
    await node.pay({ from: shop, to: from, value: '20000000' });
    const { transaction } = await build();
    const signed = await tronWeb.trx.sign(transaction, keyOf(payer));
    expect(await tronWeb.trx.sendRawTransaction(signed)).toMatchObject({ result: true, txid: signed.txID });
    expect(await tronWeb.trx.sendRawTransaction(signed)).toMatchObject({ code: 'DUP_TRANSACTION_ERROR' });
    const other = (await build('9000000')).transaction;
    const forged = { ...signed, ...other, signature: signed.signature };
    expect(await tronWeb.trx.sendRawTransaction(forged)).toMatchObject({ code: 'SIGERROR' });
    await node.settle();
    const found = await tronWeb.event.getEventsByTransactionID(signed.txID);
    expect(found.data).toMatchObject([
      { event_name: 'Transfer', event_index: 0, result: { value: '2500000' } },
    ]);
  });

  test('a failed transaction has moved nothing', async () => {
    const id = String(
      await node.control('transfer', { transfers: [{ from, to: shop, value: '7' }], is_failed: true }),
    );
    await node.settle();
    expect(await tronWeb.trx.getTransactionInfo(id)).toMatchObject({
      result: 'FAILED',
      resMessage: expect.any(String),
    });
    const rows = await page(`/v1/accounts/${shop}/transactions/trc20?only_to=true`);
    expect(rows.data.map(({ transaction_id }) => transaction_id)).not.toContain(id);
  });
});

describe('lists as TronGrid has them', () => {
  test('rows have exactly their fields, pages lead on, and the last one does not', async () => {
    const account = utils.accounts.generateAccount().address.base58;
    await node.control('transfer', {
      transfers: [1, 2, 3].map((value) => ({ from, to: account, value: String(value) })),
    });
    await node.control('mine', { blocks: 1 });
    const path = `/v1/accounts/${account}/transactions/trc20?only_to=true&limit=2&order_by=block_timestamp,asc`;
    const first = await page(path);
    expect(Object.keys(first.data[0] ?? {}).sort()).toEqual(
      ['transaction_id', 'token_info', 'block_timestamp', 'from', 'to', 'type', 'value'].sort(),
    );
    expect(first.data.map(({ value }) => value)).toEqual(['1', '2']);
    const last = await page(`${path}&fingerprint=${first.meta.fingerprint}`);
    expect(last.data.map(({ value }) => value)).toEqual(['3']);
    expect(last.meta.links).toBeUndefined();
    expect((await page(`${path}&only_confirmed=true`)).data).toEqual([]);
    expect(await list(path.replace('limit=2', 'limit=201'))).toEqual({ status: 400, text: '' });
  });

  test('a reorganisation takes back what is not solid, and nothing that is', async () => {
    const id = await node.pay({ from, to: shop, value: '42' });
    await node.control('reorganise', { depth: 3, dropped: [id] });
    expect(await tronWeb.trx.getUnconfirmedTransactionInfo(id)).toEqual({} as never);
    const moved = await node.pay({ from, to: shop, value: '43' });
    const before = await tronWeb.trx.getUnconfirmedTransactionInfo(moved);
    await node.control('reorganise', { depth: 5 });
    const after = await tronWeb.trx.getUnconfirmedTransactionInfo(moved);
    expect(after.blockNumber).not.toBe(before.blockNumber - 1);
    await expect(node.control('reorganise', { depth: 20 })).rejects.toThrow('only 19 blocks');
  });

  test('providers fail each in their own way', async () => {
    const path = `/v1/accounts/${shop}/transactions/trc20?limit=1`;
    const faulty = (faults: object) => node.control('faults', { provider: 1, faults });
    await faulty({ limited: 1 });
    const limited = await list(path, 1);
    expect(limited).toMatchObject({ status: 429, text: expect.stringContaining('is suspended for 30 s') });
    expect((await list(path, 1)).status).toBe(200);
    await faulty({ key: 'right' });
    expect((await list(path, 1)).status).toBe(401);
    expect((await list(path, 1, { 'TRON-PRO-API-KEY': 'right' })).status).toBe(200);
    await faulty({ breaks_off: 1 });
    const broken = await list(path, 1);
    expect(() => JSON.parse(broken.text)).toThrow();
    await faulty({ next_origin: 'http://foreign.example' });
    expect(JSON.parse((await list(path, 1)).text).meta.links.next).toStartWith('http://foreign.example/');
    await faulty({ repeats_pages: true });
    const [one, again] = [await list(path, 1), await list(`${path}&fingerprint=again`, 1)];
    expect(JSON.parse(again.text).data).toEqual(JSON.parse(one.text).data);
    await faulty({});
  });
});
