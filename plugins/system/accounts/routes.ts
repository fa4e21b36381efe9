import { accountReference, paging } from '@waypost/contract';
import { type PluginContext, requireRow } from '@waypost/sdk';
import { beginsWith } from '../people/search.ts';
import { administrator } from '../screens/administrators/resource.ts';
import { accountCall, accountsCall } from './calls.ts';

/** Nobody pages further than this; beyond it counting would cost more than finding. */
const MOST_COUNTED = 10_000;
const SHOWN = { account: 1, name: 1 } as const;
interface Found {
  _id: string;
  account: string;
  name?: string;
}
const shown = ({ _id, account, name = '' }: Found) => ({ id: String(_id), account, name });

/** Mounts the look-up of people for pickers and for the switch "everyone / one customer". */
export function mountAccounts(context: PluginContext): void {
  const model = context.model(administrator);
  // Where owners, reports and messages that name somebody lead to: customers and operators have pages of their own.
  context.menu(
    { route: 'person', parent: 'people', isHidden: true, roles: ['administrator'] },
    `${accountReference.name}:read`,
  );

  context.call(accountsCall, async ({ search = '', ...query }) => {
    const { page, page_size, skip } = paging(query);
    const text = search.trim();
    const filter = { remove_time: null, ...(text === '' ? {} : beginsWith(text)) };
    const [found, count] = await Promise.all([
      // No two are alike: the index of accounts alone gives the order.
      model.find(filter, SHOWN).sort({ account: 1 }).skip(skip).limit(page_size).lean(),
      model.countDocuments(filter, { limit: MOST_COUNTED }),
    ]);
    return { content: found.map(shown), count, page, page_size };
  });
  // Those in no list any more too: what they left behind is still called theirs.
  context.call(accountCall, async ({ id }) => {
    const found = await requireRow(model.findById(id, { ...SHOWN, role: 1 }).lean());
    const role = (await context.identity.roles()).find(({ id: one }) => one === found.role);
    const screen = role?.kind === 'operator' ? ('administrators' as const) : ('user_list' as const);
    return { ...shown(found), screen };
  });
}
