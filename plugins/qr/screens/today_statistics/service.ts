import type { PluginContext, VisitScope } from '@waypost/sdk';
import { codeLabels } from '../../codes/code-labels.ts';
import { shortUrlOf } from '../../codes/link.ts';
import type { Today } from './calls.ts';

/** Today's figures of a scope, with the names and addresses of the codes visited most. */
export async function todayStatistics(context: PluginContext, scope: VisitScope): Promise<Today> {
  const { publicUrl, timeZone } = context.platform;
  const today = await context.visits.today(scope);
  const labels = await codeLabels(
    context,
    today.top_links.map((top) => top.link),
    scope,
  );
  return {
    ...today,
    time_zone: timeZone,
    top_links: today.top_links.map((top) => {
      const label = labels.get(top.link);
      return {
        ...top,
        name: label?.name ?? '',
        short_code: label?.short_code ?? '',
        short_url: label ? shortUrlOf(label, publicUrl) : '',
      };
    }),
  };
}
