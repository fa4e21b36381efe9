import type { VisitScope } from '@waypost/sdk';
import type { mongo } from 'mongoose';
import { createDays } from '../../../runtime/visit/derive/days.ts';
import { readAddress } from '../../../runtime/visit/statistics/address.ts';
import { readDays } from '../../../runtime/visit/statistics/days.ts';
import { readTotals } from '../../../runtime/visit/statistics/totals.ts';
import { countUniqueAddresses } from '../../../runtime/visit/statistics/unique-addresses.ts';
import { readVisitors } from '../../../runtime/visit/statistics/visitors.ts';
import { visitCollections } from '../../../runtime/visit/store/collections.ts';

/** The zone by whose days the visits of the vector are counted. */
export const VECTOR_ZONE = 'Asia/Shanghai';
const PAGE = 1000;
const SORTS = ['last_time', 'first_time', 'count'] as const;

export interface ToldOf {
  scopes: readonly VisitScope[];
  /** Days of VECTOR_ZONE, yyyymmdd, in their order. */
  days: readonly number[];
  links: readonly string[];
  ips: readonly string[];
  /** Time of the last visit. */
  now: number;
}

/** All that statistics and lists tell of some visits, as it goes into JSON: the same of two releases where nothing was lost between them. */
export async function tellFigures(database: mongo.Db, { scopes, days, links, ips, now }: ToldOf) {
  const collections = visitCollections(database);
  const [first, last] = [days[0] as number, days.at(-1) as number];
  const told: Record<string, unknown> = { totals: [...(await readTotals(collections, links))] };
  for (const scope of scopes) {
    const name = JSON.stringify(scope);
    told[`days ${name}`] = await readDays(collections, scope, { first, last });
    for (const [at, from] of days.entries())
      for (const to of days.slice(at))
        told[`addresses ${name} ${from}-${to}`] = await countUniqueAddresses(collections, scope, {
          first: from,
          last: to,
        });
    for (const sort_field of SORTS) {
      const query = { scope, page: 1, page_size: PAGE, sort_field };
      const { content, ...counted } = await readVisitors(collections, query);
      // Which of those who came as often is first, no release promises.
      const rows = content.toSorted((one, other) => (one.id < other.id ? -1 : 1));
      const order = content.map((row) => row[sort_field]);
      told[`visitors ${name} by ${sort_field}`] = { rows, order, ...counted };
    }
    const search = ips[0]?.split('.').slice(0, 2).join('.');
    told[`found ${name}`] = await readVisitors(collections, { scope, search, page: 1, page_size: PAGE });
  }
  const clock = { now: () => now, date: () => new Date(now) };
  const sources = { collections, clock, dayHourOf: createDays(VECTOR_ZONE) };
  for (const ip of ips)
    told[`address ${ip}`] = await readAddress(
      { ...sources, locationOf: () => ({ country: '', location: '', isp: '' }) },
      ip,
    );
  return JSON.parse(JSON.stringify(told)) as Record<string, unknown>;
}
