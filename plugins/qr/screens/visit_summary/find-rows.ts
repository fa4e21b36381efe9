import type { BodyOf, DaySpan } from '@waypost/contract';
import type { HostDay, OwnerDay, PluginContext } from '@waypost/sdk';
import { ownHost } from '../../codes/hosts/own-host.ts';
import { ownerNames } from '../../codes/present.ts';
import { rememberedPlaces } from '../../codes/remembered-places.ts';
import { retiredLinks } from '../../codes/retired-codes.ts';
import { dayText, numbersOf } from '../../statistics/range.ts';
import type { SummaryRow, visitSummaryCall } from './calls.ts';

export type SummaryQuery = Pick<
  BodyOf<typeof visitSummaryCall>,
  'by' | 'search' | 'sort_field' | 'sort_order'
>;

/** Sums of one customer or domain on one day, before anybody is named. */
export type SummedDay = OwnerDay | HostDay;

const groupOf = (row: SummedDay): string => ('owner' in row ? row.owner : row.host);

/** Rows that a query finds, those of a day by the id of their customer or by their domain: five thousand customers have 155,000. */
export async function findRows(
  context: PluginContext,
  { by = 'customer', search = '' }: Pick<SummaryQuery, 'by' | 'search'>,
  span: DaySpan,
): Promise<readonly SummedDay[]> {
  const range = numbersOf(span);
  const all: readonly SummedDay[] =
    by === 'customer' ? await context.visits.ownerDays(range) : await daysByHost(context, range);
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return all;
  const names = await namesOf(context, by, [...groupsOf(all)]);
  const found = new Set(
    [...names].flatMap(([group, name]) => (name.toLowerCase().includes(wanted) ? group : [])),
  );
  return all.filter((row) => found.has(groupOf(row)));
}

/** Customers or domains of rows. */
export const groupsOf = (rows: readonly SummedDay[]): Set<string> => new Set(rows.map(groupOf));

/** Days by domain; what stands on the platform's own address has its name. */
async function daysByHost(
  context: PluginContext,
  range: ReturnType<typeof numbersOf>,
): Promise<readonly HostDay[]> {
  const days = await context.visits.hostDays(range, await linksByHost(context));
  return days.map((row) => (row.host === '' ? { ...row, host: ownHost(context) } : row));
}

async function linksByHost(context: PluginContext): Promise<Record<string, string[]>> {
  const [domains, retired] = await Promise.all([
    rememberedPlaces(context, 'domain')(undefined),
    retiredLinks(context),
  ]);
  const own = ownHost(context);
  const links: Record<string, string[]> = {};
  for (const [link, domain] of domains) {
    // What was purged, or has left its domain, is the platform's.
    if (domain === '' || domain === own || retired.has(link)) continue;
    links[domain] ??= [];
    links[domain].push(link);
  }
  return links;
}

async function namesOf(
  context: PluginContext,
  by: 'customer' | 'domain',
  groups: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (by === 'customer') return new Map(Object.entries(await ownerNames(context, groups)));
  return new Map(groups.map((group) => [group, group]));
}

/** Rows as people read them: accounts for ids, days by the calendar. */
export async function nameRows(
  context: PluginContext,
  by: 'customer' | 'domain' = 'customer',
  rows: readonly SummedDay[],
): Promise<SummaryRow[]> {
  const names = await namesOf(context, by, [...groupsOf(rows)]);
  return rows.map((row) => {
    const group = groupOf(row);
    const name = names.get(group) ?? '';
    return {
      id: `${row.day}:${group}`,
      name,
      ...('owner' in row && name !== '' ? { owner: group } : {}),
      day: dayText(row.day),
      view_number: row.view_number,
      // Addresses are not counted by domain.
      ip_view_number: 'owner' in row ? row.ip_view_number : null,
      new_visitor_number: row.new_visitor_number,
      bot_view_number: row.bot_view_number,
      expired_view_number: row.expired_view_number,
    };
  });
}
