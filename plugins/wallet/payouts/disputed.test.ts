import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { transferResource } from '../screens/usdt_transaction_record/resource.ts';
import { COUNTS_MS } from '../sending/values.ts';
import { startSending } from '../testing/sending/sending-place.ts';
import { HOUSE, PAYOUT, TEN } from '../testing/withdrawal-place.ts';

// Money that is gone is paid out by nobody, however far a payout of it has come.
setDefaultTimeout(240_000);
let it: Awaited<ReturnType<typeof startSending>>;
beforeAll(async () => {
  it = await startSending();
});
afterAll(() => it?.stop());

test('money that is gone after a payout was prepared is not signed: the payout comes back, and is made once it is decided', async () => {
  const ada = await it.newAgent();
  const id = await it.approved(ada);
  // Its signer does not sign yet.
  it.signer.fault = 'limit_daily';
  await it.later(1_000);
  expect((await it.row(id)).phase).toBe('prepared');
  const row = await it.t.rows(transferResource).add({
    network: 'nile',
    transaction: 'c'.repeat(64),
    log_index: 0,
    state: 'gone',
    account: ada.id,
    amount: TEN,
    block: 7,
    time: new Date(),
    sender: HOUSE,
    receiver: PAYOUT,
    contract: '',
  } as never);
  it.signer.fault = undefined;
  await it.later(40_000);
  expect((await it.row(id)).phase).toBe('prepared');
  await it.later(COUNTS_MS + 60_000);
  await it.settled();
  await it.later(1_000);
  expect(await it.row(id)).toMatchObject({ phase: 'approved', waits_for: 'disputed', transaction: '' });
  expect(it.signer.signed).toEqual([]);
  await it.t.context
    .model(transferResource)
    .updateOne({ _id: row._id } as never, { $set: { state: 'not_ours' } } as never);
  await it.later(1_000);
  await it.settled();
  expect((await it.row(id)).phase).toBe('paid');
});
