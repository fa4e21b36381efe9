import { afterAll, beforeAll, expect, test } from 'bun:test';
import { startChain, TEST_XPUB } from '../../../../tests/chain-place.ts';
import { FAKE_USDT } from '../../../../tests/tron-node.ts';
import { payConfigDetails, payConfigUpdate, providerTest, zPayConfig } from './calls.ts';
import { providerResource } from './resource.ts';

let place: Awaited<ReturnType<typeof startChain>>;
beforeAll(async () => {
  place = await startChain();
});
afterAll(() => place?.stop());

const boss = () => place.t.person('bosss', { role: 'administrator' });

async function config() {
  const shown = await place.t.call(payConfigDetails, {}, { as: await boss() });
  return { ...shown, values: { ...zPayConfig.parse(shown), version: shown.version } };
}

test('what is set says whether people can pay, and shows the first addresses of the key', async () => {
  const { is_open, missing, first_addresses } = await config();
  expect({ is_open, missing }).toEqual({ is_open: true, missing: [] });
  expect(first_addresses[1]).toBe('TPjjvMwjPoDC32V2dGDYTkLH4E5LAtBZ6C');
});

test('a contract is taken when the chain knows it as a token of millionths, and refused otherwise', async () => {
  const { t, node } = place;
  const other = 'TB7mhtkvfhsRBRhe5FuRa4tFXSEyGDe4eA';
  const save = async (change: object) =>
    t.call(payConfigUpdate, { ...(await config()).values, ...change }, { as: await boss() });
  const fault = (message: string) => ({
    errors: [{ path: 'contract', message: expect.stringContaining(message) }],
  });
  await expect(save({ contract: other })).rejects.toMatchObject(fault('no token at this address'));
  await node.control('token', { address: other, symbol: 'EIGHT', name: 'Eight', decimals: 8 });
  await expect(save({ contract: other })).rejects.toMatchObject(fault('does not count in millionths'));
  await node.control('token', { address: other, symbol: 'SIX', name: 'Six', decimals: 6 });
  expect(await save({ contract: other })).toMatchObject({ contract_symbol: 'SIX', contract_decimals: 6 });
  await node.control('faults', { provider: 0, faults: { is_down: true } });
  await expect(save({ contract: FAKE_USDT })).rejects.toMatchObject({
    code: 'wallet.chain_away',
    status: 503,
  });
  await node.control('faults', { provider: 0, faults: {} });
  t.clock.set(new Date(t.clock.now() + 60_000));
  expect(await save({ contract: FAKE_USDT })).toMatchObject({ contract_symbol: 'USDT' });
});

test('what is entered wrongly is refused at its field, a private key first of all', async () => {
  const { t } = place;
  const { values } = await config();
  const wrong: [object, string, string][] = [
    [{ contract: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c' }, 'contract', 'in hex'],
    [{ contract: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' }, 'contract', 'another network'],
    [{ xpub: `${TEST_XPUB.slice(0, -1)}s` }, 'xpub', 'no extended'],
    [
      {
        xpub: 'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
      },
      'xpub',
      'private key',
    ],
    [{ minimum: '-1' }, 'minimum', 'amount'],
    [{ minimum: '1e6' }, 'minimum', 'amount'],
    [{ maximum: '1000000000000000000' }, 'maximum', 'amount'],
    [{ minimum: '20000000', maximum: '10000000' }, 'maximum', 'less than the least'],
    [{ minimum: '10000', tolerance: '10000' }, 'tolerance', 'less than the least payment'],
    [{ rate: '7,2' }, 'rate', 'rate such as'],
    [{ confirmations: 3 }, 'confirmations', ''],
  ];
  for (const [change, path, message] of wrong)
    await expect(
      t.call(payConfigUpdate, { ...values, ...change }, { as: await boss() }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ path, message: expect.stringContaining(message) }],
    });
  const stale = t.call(payConfigUpdate, { ...values, version: 0 }, { as: await boss() });
  await expect(stale).rejects.toMatchObject({ code: 'stale_version' });
});

test('the key of a provider is written and never read, and does not go to another server', async () => {
  const { t, node } = place;
  const as = await boss();
  const added = await t.call<{ id: string }>(
    'pay_provider/add',
    { name: 'With a key', url: 'http://chain0.example', key: 'a-secret-of-ours', sort: 1 },
    { as },
  );
  await node.control('faults', { provider: 0, faults: { key: 'a-secret-of-ours' } });
  expect(await t.call(providerTest, { id: added.id }, { as })).toMatchObject({ fault: '' });
  const [without] = await t.rows(providerResource).all({ name: 'Provider 0' } as never);
  expect(await t.call(providerTest, { id: String(without?._id) }, { as })).toMatchObject({ fault: 'key' });
  await node.control('faults', { provider: 0, faults: {} });
  const row = await t.rows(providerResource).find(added.id);
  const shown = await t.call('pay_provider/details', { id: added.id }, { as });
  expect(shown).toMatchObject({ has_key: true });
  const told = JSON.stringify([shown, row, await t.audit(), t.log()]);
  expect(told).not.toContain('a-secret-of-ours');
  const move = t.call(
    'pay_provider/update',
    { id: added.id, version: row?.version, url: 'http://elsewhere.example' },
    { as },
  );
  await expect(move).rejects.toMatchObject({ errors: [{ path: 'key' }] });
});

test('a provider in our own network is not saved, however its address is spelled', async () => {
  const { t } = place;
  const as = await boss();
  const refused = {
    status: 422,
    errors: [{ path: 'url', message: expect.stringContaining('network of your own') }],
  };
  for (const host of ['127.0.0.1', '169.254.169.254', '2130706433', '[::ffff:10.0.0.1]'])
    await expect(
      t.call('pay_provider/add', { name: 'Inside', url: `http://${host}:8090`, sort: 1 }, { as }),
    ).rejects.toMatchObject(refused);
  const [row] = await t.rows(providerResource).all({ name: 'Provider 0' } as never);
  const change = { id: String(row?._id), version: row?.version, url: 'http://10.0.0.1' };
  await expect(t.call('pay_provider/update', change, { as })).rejects.toMatchObject(refused);
});

test('customers see none of it', async () => {
  const ada = await place.t.person('adala');
  for (const call of ['pay_config/details', 'pay_provider/inquire', 'usdt_transaction_record/inquire'])
    await expect(place.t.call(call, {}, { as: ada })).rejects.toMatchObject({ code: 'forbidden' });
});
