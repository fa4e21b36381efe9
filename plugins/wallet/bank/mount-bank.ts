import type { RowOf } from '@waypost/contract';
import { type Caller, OVERVIEW_POINT, type PluginContext } from '@waypost/sdk';
import { namesOf } from '../money/names-of.ts';
import { addBankTopUp } from './add-top-up.ts';
import { bankTopUpAdd, bankTopUpApprove, bankTopUpRefuse } from './calls.ts';
import { approvedWith, decideBankTopUp } from './decide.ts';
import { bankTopUpResource } from './resource.ts';
import { tellBankTopUps } from './tell.ts';

const READ_ALL = 'wallet.bank_top_up:read_all';
const TELL = 'tell_bank_top_ups';
/** Most things that a line of the overview counts. */
const MOST = 1_000;

/** Mounts topping up by bank, for installations without a chain: customers say what they have sent, operators decide. */
export async function mountBank(context: PluginContext): Promise<void> {
  context.resource(bankTopUpResource, {
    present: (rows, { caller }) => presentTopUps(context, rows, caller),
  });
  context.call(bankTopUpAdd, (body, request) => addBankTopUp(context, body, request));
  context.call(bankTopUpApprove, ({ id, same_reference }, request) =>
    decideBankTopUp(context, { id, state: 'approved', same_reference }, request),
  );
  context.call(bankTopUpRefuse, ({ id, reason }, request) =>
    decideBankTopUp(context, { id, state: 'refused', reason }, request),
  );
  context.points.contribute(OVERVIEW_POINT, '^1', 'wallet.bank_top_ups', {
    title: 'wallet.overview.bank_top_ups',
    kind: 'waiting',
    permission: 'wallet.bank_top_up:decide',
    screen: 'usdt_transaction_record?tab=bank&state=waiting',
    count: () => context.model(bankTopUpResource).countDocuments({ state: 'waiting' }).limit(MOST),
  });
  context.jobs.define(TELL, (_data, signal) => tellBankTopUps(context, signal));
  await context.jobs.every('1 minute', TELL);
}

/** Adds whose they are, and to those who see everybody's who decided and which other one has the same reference. */
async function presentTopUps(
  context: PluginContext,
  rows: readonly RowOf<typeof bankTopUpResource>[],
  caller: Caller,
): Promise<RowOf<typeof bankTopUpResource>[]> {
  const model = context.model(bankTopUpResource);
  const found = await model.find({ _id: { $in: rows.map(({ id }) => id) } }).lean();
  const stored = new Map(found.map((row) => [String(row._id), row]));
  const seesAll = caller.isSuper || caller.permissions.has(READ_ALL);
  const names = await namesOf(
    context,
    found.flatMap(({ owner, decider }) => [String(owner), ...(decider === '' ? [] : [decider])]),
  );
  const keys = found.map(({ reference_key }) => reference_key);
  const approved = seesAll ? await approvedWith(context, keys).limit(MOST).lean() : [];
  return rows.map((row) => {
    const own = stored.get(row.id);
    const same = approved.find(
      ({ _id, reference_key }) => String(_id) !== row.id && reference_key === own?.reference_key,
    );
    return {
      ...row,
      owner_account: names[String(own?.owner)] ?? '',
      decided_by: seesAll ? (names[own?.decider ?? ''] ?? '') : '',
      same_reference: same?.number ?? '',
    };
  });
}
