import { errors, paging } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { administrator } from '../screens/administrators/resource.ts';
import { accountCall, accountsCall } from './calls.ts';

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

  context.call(accountsCall, async ({ search = '', ...query }) => {
    const { page, page_size, skip } = paging(query);
    const text = { $regex: RegExp.escape(search.trim()), $options: 'i' };
    const filter = {
      remove_time: null,
      ...(search.trim() === '' ? {} : { $or: [{ account: text }, { name: text }] }),
    } as never;
    const [found, count] = await Promise.all([
      model.find(filter, SHOWN).sort({ account: 1, _id: 1 }).skip(skip).limit(page_size).lean<Found[]>(),
      model.countDocuments(filter),
    ]);
    return { content: found.map(shown), count, page, page_size };
  });
  // Those in no list any more too: what they left behind is still called theirs.
  context.call(accountCall, async ({ id }) => {
    const found = await model.findById(id, SHOWN).lean<Found>();
    if (found === null) throw errors.notFound.create();
    return shown(found);
  });
}
