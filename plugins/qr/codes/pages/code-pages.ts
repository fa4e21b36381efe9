import type { BodyOf, ResultOf } from '@waypost/contract';
import {
  CODE_PAGE_POINT,
  type CodePages,
  type PluginContext,
  type SignedRequest,
  titledPoint,
} from '@waypost/sdk';
import type { pagesCall } from './calls.ts';

/** Pages of each contribution that a search answers. */
const MAX_FOUND = 20;

/** Offers the point by which plugins bring pages that codes can lead to. */
export function offerPages(context: PluginContext): void {
  context.points.offer(titledPoint(CODE_PAGE_POINT, '1.0.0', ['search', 'read']));
}

/** What plugins bring, as far as the caller may choose among it. */
export async function pageSources(context: PluginContext, { caller }: SignedRequest) {
  const all = await context.points.contributions<CodePages>(CODE_PAGE_POINT);
  return all.filter(({ contribution }) => caller.isSuper || caller.permissions.has(contribution.permission));
}

/** Searches the pages that the caller may choose. A contribution that fails is left out: the rest is found. */
export async function findPages(
  context: PluginContext,
  { search = '' }: BodyOf<typeof pagesCall>,
  request: SignedRequest,
): Promise<ResultOf<typeof pagesCall>> {
  const sources = await Promise.all(
    (await pageSources(context, request)).map(async ({ name, contribution }) => {
      try {
        const pages = await contribution.search({ search: search.trim(), limit: MAX_FOUND });
        return [{ name, title: request.translate(contribution.title), pages: pages.slice(0, MAX_FOUND) }];
      } catch (error) {
        context.log.warn({ error, name }, 'pages of a plugin could not be searched');
        return [];
      }
    }),
  );
  return { sources: sources.flat() };
}
