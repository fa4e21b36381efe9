import { type BodyOf, type Page, paging } from '@waypost/contract';
import type { PluginContext, SignedRequest, VisitorQuery } from '@waypost/sdk';
import { seesEveryOwner, visitScope } from '../../codes/scope.ts';
import { withCodes } from '../../codes/with-codes.ts';
import { networksCalled, placesCalled } from '../../places/place-name.ts';
import type { Visitor, visitorsCall } from './calls.ts';

/** What a search means to a reader: places and networks are shown in their letters, and found by them. */
export function namedBy(
  search: string | undefined,
  { locale, translate }: Pick<SignedRequest, 'locale' | 'translate'>,
): Pick<VisitorQuery, 'named'> {
  if (search === undefined || search.trim() === '') return {};
  return {
    named: { places: placesCalled(search, locale), networks: networksCalled(search, locale, translate) },
  };
}

/** Visitors of the codes that a call asks for, with the codes' names; `own`: of the caller's only. */
export async function listVisitors(
  context: PluginContext,
  wish: BodyOf<typeof visitorsCall> & { own?: boolean },
  request: SignedRequest,
): Promise<Page<Visitor>> {
  const { page, page_size } = paging(wish);
  const { link, owner, own, ...rest } = wish;
  const scope = await visitScope(context, { link, owner, own }, request);
  const { content, count, is_at_least } = await context.visits.visitors({
    ...rest,
    ...namedBy(rest.search, request),
    scope,
    page,
    page_size,
  });
  return {
    content: await withCodes(context, content, { scope, tellsOwners: seesEveryOwner(request) }),
    count,
    ...(is_at_least ? { is_at_least } : {}),
    page,
    page_size,
  };
}
