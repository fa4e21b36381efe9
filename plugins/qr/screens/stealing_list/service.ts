import { type BodyOf, type DaySpan, type Page, paging } from '@waypost/contract';
import type { DayStatistics, PluginContext, SignedRequest, VisitScope } from '@waypost/sdk';
import { ownHost } from '../../codes/hosts/own-host.ts';
import { visitScope } from '../../codes/scope.ts';
import { dayText, numbersOf } from '../../statistics/range.ts';
import { resolveRange } from '../../statistics/server/resolve-range.ts';
import { codeResource } from '../qr_code_list/resource.ts';
import type { ForeignPage, foreignPagesCall } from './calls.ts';
import { FOREIGN_PAGE_RANGE } from './range.ts';

export type ForeignPageQuery = Omit<BodyOf<typeof foreignPagesCall>, 'page' | 'page_size' | 'link' | 'owner'>;

/** Many rare hosts together, as figures name them: no host. */
const REST = '~';

/** One page of the hosts that led visitors to the codes of a call; `own`: to the caller's only. */
export async function listForeignPages(
  context: PluginContext,
  wish: BodyOf<typeof foreignPagesCall> & { own?: boolean },
  request: SignedRequest,
): Promise<Page<ForeignPage>> {
  const { page, page_size, skip } = paging(wish);
  const { link, owner, own, ...query } = wish;
  const scope = await visitScope(context, { link, owner, own }, request);
  const { span } = await resolveRange(context, FOREIGN_PAGE_RANGE, query, scope);
  const found = await foreignPages(context, query, { scope, span });
  return { content: found.slice(skip, skip + page_size), count: found.length, page, page_size };
}

/** Every foreign host of some days that a query finds, in its order: most visits first unless asked otherwise. */
export async function foreignPages(
  context: PluginContext,
  { search = '', sort_field = 'view_number', sort_order = 'desc' }: ForeignPageQuery,
  { scope, span }: { scope: VisitScope; span: DaySpan },
): Promise<ForeignPage[]> {
  const range = numbersOf(span);
  const hosts = sumHosts(await context.visits.days(scope, range, 'referrer'));
  for (const host of await ownHosts(context, [...hosts.keys()])) hosts.delete(host);
  const wanted = search.trim().toLowerCase();
  const sign = sort_order === 'asc' ? 1 : -1;
  return [...hosts.values()]
    .filter(({ host }) => host.includes(wanted))
    .sort((first, second) => {
      const order =
        sort_field === 'view_number'
          ? first.view_number - second.view_number
          : first[sort_field].localeCompare(second[sort_field]);
      return order === 0 ? first.host.localeCompare(second.host) : order * sign;
    });
}

/** Visits by referring host, without those that came from none. Days come oldest first. */
function sumHosts(days: readonly DayStatistics[]): Map<string, ForeignPage> {
  const hosts = new Map<string, ForeignPage>();
  const all = days.reduce((sum, { view_number }) => sum + view_number, 0);
  for (const { day, parts } of days) {
    for (const [host, visits] of Object.entries(parts.referrer)) {
      if (host === '' || host === REST || visits === 0) continue;
      const last_day = dayText(day);
      const view_number = visits + (hosts.get(host)?.view_number ?? 0);
      const first_day = hosts.get(host)?.first_day ?? last_day;
      hosts.set(host, { id: host, host, view_number, share: view_number / all, first_day, last_day });
    }
  }
  return hosts;
}

/** Which of some hosts are ours: that of the public address, and domains that codes stand on, or have stood on. */
async function ownHosts(context: PluginContext, hosts: readonly string[]): Promise<string[]> {
  const codes = context.model(codeResource);
  const some = { $in: hosts };
  const [way, printed] = await Promise.all([
    codes.distinct('way_domains', { way_domains: some }),
    codes.distinct('printed_domains', { printed_domains: some }),
  ]);
  return [ownHost(context), ...way.map(String), ...printed.map(String)];
}
