import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { newId } from '@waypost/sdk';
import { sendingResource } from '../screens/tron_transaction_summary/resource.ts';
import type { StoredSending } from '../sending/stored.ts';
import { failingContext, ProcessGone } from '../testing/failing-context.ts';
import { startSending } from '../testing/sending/sending-place.ts';
import { COLLECTION_ACCOUNT } from '../testing/sending/test-signer.ts';
import { openRun } from './open-run.ts';
import { findOpenRun } from './run.ts';

// The process ends at each step of each round there is, one after the other, and another one goes on with what it has left.
setDefaultTimeout(600_000);
const STRIDE = process.env.WAYPOST_TEST_STEPS === 'all' ? 1 : 9;
let it: Awaited<ReturnType<typeof startSending>>;
beforeAll(async () => {
  it = await startSending({ providers: 1 });
});
afterAll(() => it?.stop());

/** What a process does that ends at its nth step. @returns whether it came to its end */
async function crash(at: number, id: string): Promise<boolean> {
  const gone = failingContext(it.t.context, at);
  try {
    const process = it.processOf(gone.context);
    await openRun(process.sender, { id, least: '1000000' });
    await process.pay();
  } catch (error) {
    if (!gone.isGone() && !(error instanceof ProcessGone)) throw error;
  }
  return !gone.isGone();
}

test('a process that ends at any step of a collection: each address is funded and collected once', async () => {
  let isThrough = false;
  let at = 0;
  let all = 0n;
  for (; !isThrough; at += STRIDE) {
    const value = String(2_000_000 + at);
    const address = await it.newDeposit(value);
    all += BigInt(value);
    const id = newId(it.t.context);
    isThrough = true;
    // Where it begins and funds, where that is solid and it collects, and where it ends.
    for (let rounds = 0; rounds < 4; rounds += 1) {
      if (!(await crash(at, id))) isThrough = false;
      await openRun(it.processOf(it.t.context).sender, { id, least: '1000000' });
      await it.later(35_000);
      await it.node.settle();
      await it.pass(6_000);
    }
    for (let rounds = 0; rounds < 6 && (await findOpenRun(it.t.context)) !== null; rounds += 1) {
      await it.pass(31_000);
      await it.settled();
    }
    const sent = (await it.t.rows(sendingResource).all({ run: id } as never)) as StoredSending[];
    expect({ at, sent: sent.map(({ purpose, phase }) => `${purpose} ${phase}`).sort() }).toEqual({
      at,
      sent: ['collect solid', 'fund solid'],
    });
    expect(await it.signedBy(address)).toMatchObject([{ value, to: COLLECTION_ACCOUNT, result: 'SUCCESS' }]);
  }
  expect(at).toBeGreaterThan(20);
  const held = (await it.node.control('balance', { of: COLLECTION_ACCOUNT })) as { token: string };
  expect(held.token).toBe(String(all));
});
