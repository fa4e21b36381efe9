import { type BodyOf, errors, paging, type ResultOf } from '@waypost/contract';
import { type DirectCustomer, drawQr, type PluginContext } from '@waypost/sdk';
import { readSums } from '../../agents/show-sums.ts';
import { agentCustomers } from '../../agents/sums.ts';
import { members } from '../../members/member.ts';
import { standingOf } from '../../members/rules.ts';
import { MOST_COUNTED } from '../../orders/values.ts';
import { requireMemberships, type Wallet } from '../../wallet.ts';
import type { Customer, customersCall, invitationCall } from './calls.ts';

/** Where people register, with the code of whoever brings them. */
const REGISTER = '/#/admin_register?code=';

/** A page of somebody's own customers. */
export async function listOwnCustomers(
  wallet: Wallet,
  { search = '', sort_field = 'joined_time', sort_order = 'desc', ...body }: BodyOf<typeof customersCall>,
  superior: string,
): Promise<ResultOf<typeof customersCall>> {
  const { page, page_size, skip } = paging(body);
  const { content, count } = await requireMemberships(wallet.context).customersOf({
    superior,
    search,
    order: sort_order,
    skip,
    limit: page_size,
    countLimit: MOST_COUNTED + 1,
    sort: sort_field === 'until' ? 'until' : 'joined',
  });
  return {
    content: await describeCustomers(wallet, superior, content),
    count: Math.min(count, MOST_COUNTED),
    ...(count > MOST_COUNTED ? { is_at_least: true } : {}),
    page,
    page_size,
  };
}

/** One of them. Errors: `not_found` 404 for somebody who stands elsewhere, also further below. */
export async function findOwnCustomer(wallet: Wallet, id: string, superior: string): Promise<Customer> {
  const { content } = await requireMemberships(wallet.context).customersOf({
    superior,
    only: id,
    sort: 'joined',
    order: 'desc',
    skip: 0,
    limit: 1,
    countLimit: 1,
  });
  const [customer] = await describeCustomers(wallet, superior, content);
  if (customer === undefined) throw errors.notFound.create();
  return customer;
}

async function describeCustomers(
  { context, readSettings }: Wallet,
  superior: string,
  found: readonly DirectCustomer[],
): Promise<Customer[]> {
  const ids = found.map(({ id }) => id);
  const [bought, sums, { grace_days: graceDays }] = await Promise.all([
    members(context)
      .find({ _id: { $in: ids } }, { plan_name: 1 })
      .lean(),
    agentCustomers(context)
      .find({ _id: { $in: ids.map((id) => `${superior}/${id}`) } })
      .lean(),
    readSettings(),
  ]);
  const plans = new Map(bought.map(({ _id, plan_name }) => [_id, plan_name]));
  const byCustomer = new Map(sums.map((row) => [row.customer, row]));
  const now = context.clock.now();
  return found.map(({ id, account, name, is_disabled, until, joined }) => {
    const row = byCustomer.get(id);
    const { orders, turnover, refunded, earned, returned } = readSums(row ?? {});
    return {
      id,
      account,
      name,
      is_disabled,
      until,
      joined_time: joined,
      orders,
      standing: standingOf(until, { now, graceDays }),
      plan_name: plans.get(id) ?? '',
      spent: String(turnover - refunded),
      kept: String(earned - returned),
      last_time: row?.last_time?.toISOString() ?? null,
    };
  });
}

/** The address by which others become customers of somebody, and its picture. */
export async function describeInvitation(
  context: PluginContext,
  account: string,
): Promise<ResultOf<typeof invitationCall>> {
  const { code, is_open } = await requireMemberships(context).inviter(account);
  const url = `${context.platform.publicUrl}${REGISTER}${code}`;
  return { is_open, code, url, picture: await drawQr(url) };
}
