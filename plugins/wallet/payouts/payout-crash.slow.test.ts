import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { failingContext, ProcessGone } from '../testing/failing-context.ts';
import { startSending } from '../testing/sending/sending-place.ts';
import { PAYOUT_ACCOUNT } from '../testing/sending/test-signer.ts';

// The process ends at each step there is, one after the other, and another one goes on with what it has left.
setDefaultTimeout(400_000);
const STRIDE = process.env.WAYPOST_TEST_STEPS === 'all' ? 1 : 5;
let it: Awaited<ReturnType<typeof startSending>>;
beforeAll(async () => {
  it = await startSending({ providers: 1 });
});
afterAll(() => it?.stop());

/** Ends a process at its nth step of a round. @returns whether it came to its end */
async function crash(at: number): Promise<boolean> {
  const gone = failingContext(it.t.context, at);
  try {
    await it.processOf(gone.context).pay();
  } catch (error) {
    if (!gone.isGone() && !(error instanceof ProcessGone)) throw error;
  }
  return !gone.isGone();
}

test('a process that ends at any step of a payout: it is paid once, and booked once', async () => {
  let isThrough = false;
  let at = 0;
  for (; !isThrough; at += STRIDE) {
    // An amount that no other one has.
    const amount = String(1_000_000 + at);
    const agent = await it.newAgent('10000000');
    const id = await it.approved(agent, amount);
    // Once at the beginning, where it is prepared, signed and broadcast, and once at its end, where it is booked.
    const first = await crash(at);
    await it.later(1_000);
    await it.node.settle();
    await it.pass(20_000);
    const second = await crash(at);
    await it.settled();
    await it.settled();
    isThrough = first && second;
    const sent = (await it.signedBy(PAYOUT_ACCOUNT)).filter(({ value }) => value === amount);
    expect({ at, phase: (await it.row(id)).phase, sent: sent.length }).toEqual({
      at,
      phase: 'paid',
      sent: 1,
    });
    expect(await it.money(agent)).toEqual({ available: String(10_000_000 - Number(amount)), held: '0' });
    expect(await it.sendings(id)).toMatchObject([{ phase: 'solid', transaction: sent[0]?.id }]);
    expect(it.signer.signed.filter(({ of }) => of === id)).toHaveLength(1);
  }
  expect(at).toBeGreaterThan(20);
  const { counters } = await it.t.context.ledger.sums({
    from: new Date(0).toISOString(),
    until: new Date(it.t.clock.now() + 1_000).toISOString(),
  });
  const all = (await it.signedBy(PAYOUT_ACCOUNT)).reduce((sum, { value }) => sum + BigInt(value), 0n);
  expect(counters.find(({ account }) => account === 'wallet.payouts')?.amount).toBe(String(all));
});
