import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { withdrawalApprove } from '../screens/withdrawal_list/calls.ts';
import { canonicalApproval } from '../signing/approval.ts';
import { isSignedBy } from '../signing/approver-key.ts';
import { approvalOf } from '../signing/approvers/approval-of.ts';
import { approverOffer } from '../signing/approvers/calls.ts';
import { testApprover } from '../signing/testing/approver.ts';
import { PAYOUT, startWithdrawals } from '../testing/withdrawal-place.ts';
import { withdrawalResource } from './resource.ts';

setDefaultTimeout(120_000);

let it: Awaited<ReturnType<typeof startWithdrawals>>;
beforeAll(async () => {
  it = await startWithdrawals();
});
afterAll(() => it.stop());

test('what a browser has signed of a withdrawal is kept with it, word for word as the signer checks it', async () => {
  const { t, boss } = it;
  const { id } = await it.ask(await it.newAgent());
  const row = await t.rows(withdrawalResource).find(id);
  if (row === undefined) throw new Error('it was not asked for');
  const browser = testApprover(boss.id);
  const approved_at = t.clock.date().toISOString();
  const signed = browser.sign(approvalOf({ ...row, id }, { approver: boss.id, approved_at }));
  const approval = { approved_at, public_key: browser.public_key, signature: signed.signature };
  const approve = (given: typeof approval) =>
    t.call(withdrawalApprove, { id, approval: given }, { as: boss });
  const forged = { code: 'wallet.approval_forged' };
  // By a key that the account does not have, and of another time than was signed.
  await expect(approve(approval)).rejects.toMatchObject(forged);
  await t.call(approverOffer, { public_key: browser.public_key }, { as: boss });
  const other = { ...approval, approved_at: new Date(0).toISOString() };
  await expect(approve(other)).rejects.toMatchObject(forged);
  expect((await approve(approval)).phase).toBe('approved');

  const [kept] = (await t.rows(withdrawalResource).find(id))?.signed_approvals ?? [];
  expect(kept).toEqual({ ...signed, receiver: PAYOUT, withdrawal: id, amount: row.payout });
  if (kept === undefined) throw new Error('it was not kept');
  expect(isSignedBy(kept.public_key, canonicalApproval(kept), kept.signature)).toBe(true);
});
