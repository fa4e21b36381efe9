import { type BodyOf, type Page, paging } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { codeLabels } from '../../codes/code-labels.ts';
import type { Visitor, visitorsCall } from './calls.ts';

/** Visitors of one owner's codes (`owner` undefined: of everyone's), with the codes' names. */
export async function listVisitors(
  context: PluginContext,
  query: BodyOf<typeof visitorsCall>,
  owner: string | undefined,
): Promise<Page<Visitor>> {
  const { page, page_size } = paging(query);
  const { link, ...rest } = query;
  const { content, count } = await context.visits.visitors({
    ...rest,
    scope: { owner, link },
    page,
    page_size,
  });
  const labels = await codeLabels(
    context,
    content.map((visitor) => visitor.link),
  );
  return {
    content: content.map((visitor) => {
      const { name = '', short_code = '' } = labels.get(visitor.link) ?? {};
      return { ...visitor, name, short_code };
    }),
    count,
    page,
    page_size,
  };
}
