import type { PluginContext, SignedRequest } from '@waypost/sdk';
import { billCalls, creditCalls } from '../../bills/calls.ts';
import { listBills } from '../../bills/list-bills.ts';
import { BALANCE_KINDS } from '../../bills/values.ts';
import { mountClosing } from '../../closing/mount-closing.ts';
import { mountStatements } from '../../statements/mount-statements.ts';

const ROLES = ['administrator', 'agent', 'customer'] as const;
const READ = 'wallet.bill:read';
const READ_ALL = 'wallet.bill:read_all';

/** Mounts bills: everybody's for operators, the own one for whoever has money here. */
export async function mountBills(context: PluginContext): Promise<void> {
  for (const { calls, kinds } of [
    { calls: billCalls, kinds: undefined },
    { calls: creditCalls, kinds: BALANCE_KINDS },
  ]) {
    context.call(calls.all, ({ owner, ...body }) =>
      listBills(context, { accounts: owner === undefined ? undefined : [owner], kinds }, body),
    );
    context.call(calls.own, (body, { caller }: SignedRequest) =>
      listBills(context, { accounts: [caller.id], kinds }, body),
    );
  }
  context.menu(
    {
      route: 'bill',
      parent: 'money',
      sort: 64,
      icon: 'drive-file',
      roles: ROLES,
      administratorsOnly: ['wallet.closing:read', 'wallet.closing:close'],
    },
    READ,
    [READ_ALL, 'wallet.bill:export', 'wallet.closing:read', 'wallet.closing:close'],
  );
  mountStatements(context);
  await mountClosing(context);
  context.menu({ route: 'bill_credit', parent: 'money', sort: 62, icon: 'sort', roles: ROLES }, READ, [
    READ_ALL,
  ]);
}
