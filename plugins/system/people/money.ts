import { defineError, errors, readAmount, showAmount } from '@waypost/contract';
import type { PluginContext, SignedRequest } from '@waypost/sdk';

/** Nobody gives money to themselves, whatever their role. */
export const ownBalance = defineError({ code: 'own_balance', status: 409 });

/** The other side of what operators give and take. */
const ADJUSTMENTS = 'system.adjustments';
/** How the bill calls it. */
const BALANCE_EDIT = 'system.balance_edit';

/** What each has available, as lists show it. */
export async function balancesOf(
  { ledger }: Pick<PluginContext, 'ledger'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await ledger.balances(ids);
  return new Map(found.map(({ account, available }) => [account, showAmount(available)]));
}

/** A page of somebody's bill, with what they have. */
export async function billOf(
  { ledger }: Pick<PluginContext, 'ledger'>,
  { id, page, page_size }: { id: string; page: number; page_size: number },
) {
  const [balance] = await ledger.balances([id]);
  const { content, count } = await ledger.bill({ account: id, page, page_size });
  return {
    available: showAmount(balance?.available ?? '0'),
    held: showAmount(balance?.held ?? '0'),
    content: content.map(({ id: line, seq, type, change, before, after, remark, time }) => ({
      id: line,
      seq,
      type,
      remark,
      time,
      change: showAmount(change),
      before: showAmount(before),
      after: showAmount(after),
    })),
    count,
  };
}

/**
 * Adds to what somebody has, or subtracts from it, with a reason; once for each `key`, however often it is pressed.
 * Errors: `own_balance` 409, `invalid_input` 422 at `amount`, those of the ledger.
 */
export async function editBalance(
  context: PluginContext,
  body: { id: string; amount: string; remark: string; key: string; noun: string },
  request: SignedRequest,
): Promise<{ available: string }> {
  const { id, remark, key, noun } = body;
  if (id === request.caller.id) throw ownBalance.create();
  const amount = readAmount(body.amount);
  if (amount === undefined || amount === '0')
    throw errors.invalidInput.create(
      {},
      { errors: [{ path: 'amount', message: amount === '0' ? 'error.amount.zero' : 'error.amount.form' }] },
    );
  const opposite = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
  return context.transaction(async (session) => {
    const receipt = await context.ledger.transfer(
      {
        // Keys that a browser makes are those of whoever is signed in there.
        key: `${BALANCE_EDIT}/${request.caller.id}/${key}`,
        type: BALANCE_EDIT,
        remark,
        request,
        postings: [
          { account: id, amount },
          { account: ADJUSTMENTS, amount: opposite },
        ],
      },
      session,
    );
    const [line] = receipt.lines;
    if (line === undefined) throw new Error('a change of a balance has no line of a bill');
    const available = showAmount(line.after);
    if (receipt.isRepeated) return { available };
    await context.audit(
      {
        type: `${noun}.edit_balance`,
        target: id,
        before: { balance: showAmount(line.before) },
        after: { balance: available, change: showAmount(line.change), remark },
        request,
      },
      session,
    );
    return { available };
  });
}
