import { errors, type Page, paging } from '@waypost/contract';
import { ACCOUNT_STATES, type AccountStates, type BillLine, type PluginContext } from '@waypost/sdk';
import type { BillBody, BillRow } from './calls.ts';

/** People whose bills one search may show together. */
const MOST_FOUND = 20;
const MILLISECOND = 1;

/** Whose lines: undefined is everybody's, an empty list nobody's. */
interface Wanted {
  accounts: readonly string[] | undefined;
  /** Kinds that the screen has; undefined: all. */
  kinds: readonly string[] | undefined;
}

/** One page of bills with whose they are. Errors: `invalid_input` 422 at `search` where more people answer to it than are shown. */
export async function listBills(
  context: PluginContext,
  { accounts, kinds }: Wanted,
  body: BillBody,
): Promise<Page<BillRow>> {
  const { page, page_size } = paging(body);
  const { search = '', type, time_from, time_to, sort_order } = body;
  const whose = await narrowed(context, accounts, search);
  if (whose?.length === 0) return { content: [], count: 0, page, page_size };
  const types = type === undefined || type.length === 0 ? kinds : type;
  const found = await context.ledger.lines({
    page,
    page_size,
    order: sort_order ?? 'desc',
    ...(whose === undefined ? {} : { accounts: whose }),
    ...(types === undefined ? {} : { types }),
    ...(time_from === undefined ? {} : { from: time_from }),
    // The last moment belongs to the span, to the millisecond that times have.
    ...(time_to === undefined ? {} : { until: new Date(Date.parse(time_to) + MILLISECOND).toISOString() }),
  });
  return {
    content: await withPeople(context, found.content),
    count: found.count,
    ...(found.is_at_least ? { is_at_least: true } : {}),
    page,
    page_size,
  };
}

async function narrowed(
  context: PluginContext,
  accounts: readonly string[] | undefined,
  search: string,
): Promise<readonly string[] | undefined> {
  const text = search.trim();
  if (text === '') return accounts;
  const found = (await statesOf(context).find(text, MOST_FOUND + 1)) ?? [];
  if (found.length > MOST_FOUND)
    throw errors.invalidInput.create(
      {},
      {
        errors: [{ path: 'search', message: 'wallet.fault.search_wide', params: { most: MOST_FOUND } }],
      },
    );
  return accounts === undefined ? found : accounts.filter((account) => found.includes(account));
}

async function withPeople(context: PluginContext, lines: readonly BillLine[]): Promise<BillRow[]> {
  const people = await statesOf(context).contacts(lines.map(({ account }) => account));
  return lines.map(({ id, account: owner, type, change, before, after, remark, time }) => {
    const { account = '', phone = '' } = people[owner] ?? {};
    return { id, owner, account, phone, type, change, before, after, remark, time };
  });
}

/** @throws TypeError where nobody tells of accounts, which plugin.json's `needs` forbids */
function statesOf(context: PluginContext): AccountStates {
  const states = context.require<AccountStates>(ACCOUNT_STATES, '^1.5');
  if (states === undefined) throw new TypeError('nobody offers system.account_states');
  return states;
}
