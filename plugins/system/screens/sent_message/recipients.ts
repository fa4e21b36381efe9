import { type BodyOf, paging, type ResultOf, YesNo } from '@waypost/contract';
import type { PluginContext, SignedRequest } from '@waypost/sdk';
import { beginsWith } from '../../people/search.ts';
import { administrator } from '../administrators/resource.ts';
import { message } from '../message_list/resource.ts';
import type { messageReaders } from './calls.ts';
import { reachSent } from './take-back.ts';

/** Nobody pages further than this; the figures of all stand with the message. */
const MOST_COUNTED = 10_000;
/** People that a search finds beyond those that got the message. */
const MOST_FOUND = 500;

/** A page of those who got a message, readers first, the last first. Errors: `not_found` 404. */
export async function readersOf(
  context: PluginContext,
  { id, receipt, search = '', ...query }: BodyOf<typeof messageReaders>,
  request: SignedRequest,
): Promise<ResultOf<typeof messageReaders>> {
  await reachSent(context, id, request);
  const { page, page_size, skip } = paging(query);
  const text = search.trim();
  const filter = {
    sent: id,
    ...(receipt === undefined ? {} : { receipt }),
    ...(text === '' ? {} : { owner: { $in: await peopleNamed(context, text) } }),
  };
  const model = context.model(message);
  const [rows, count] = await Promise.all([
    model.find(filter).sort({ receipt: 1, view_time: -1, _id: 1 }).skip(skip).limit(page_size).lean(),
    model.countDocuments(filter, { limit: MOST_COUNTED + 1 }),
  ]);
  const names = await namesOf(
    context,
    rows.map(({ owner }) => String(owner)),
  );
  return {
    content: rows.map(({ owner, receipt: state = 'unread', view_time, remove_by }) => ({
      id: String(owner),
      account: '',
      name: '',
      ...names.get(String(owner)),
      receipt: state,
      view_time: view_time?.toISOString() ?? null,
      user_remove_status: remove_by === owner ? YesNo.yes : YesNo.no,
    })),
    count: Math.min(count, MOST_COUNTED),
    ...(count > MOST_COUNTED ? { is_at_least: true } : {}),
    page,
    page_size,
  };
}

async function peopleNamed(context: PluginContext, text: string): Promise<string[]> {
  const found = await context
    .model(administrator)
    .find(beginsWith(text), { _id: 1 })
    .limit(MOST_FOUND)
    .lean();
  return found.map(({ _id }) => String(_id));
}

async function namesOf(context: PluginContext, owners: readonly string[]) {
  const found = await context
    .model(administrator)
    .find({ _id: { $in: owners } }, { account: 1, name: 1 })
    .lean();
  return new Map(found.map(({ _id, account, name = '' }) => [String(_id), { account, name }]));
}
