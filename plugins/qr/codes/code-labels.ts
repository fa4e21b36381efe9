import type { PluginContext, VisitScope } from '@waypost/sdk';
import { codeResource } from '../screens/qr_code_list/resource.ts';

export interface CodeLabel {
  name: string;
  short_code: string;
  domain: string;
  owner: string;
  /** Id of its group; empty without one. */
  group: string;
}

/**
 * Names and short codes by link id, for lists of visits. Purged codes are not in it, and in a scope of one owner none that is
 * somebody else's now: their visits of then stay, what the code is called by whom it belongs to is no business of theirs.
 */
export async function codeLabels(
  context: PluginContext,
  linkIds: readonly string[],
  { owner }: Pick<VisitScope, 'owner'>,
): Promise<Map<string, CodeLabel>> {
  const ids = [...new Set(linkIds)];
  if (ids.length === 0) return new Map();
  const codes = await context
    .model(codeResource)
    .find(
      { _id: { $in: ids }, ...(owner === undefined ? {} : { owner }) },
      {
        name: 1,
        short_code: 1,
        domain: 1,
        owner: 1,
        group: 1,
      },
    )
    .lean();
  return new Map(
    codes.map(
      ({ _id, name, short_code, domain, owner, group }) =>
        [String(_id), { name, short_code, domain, owner: String(owner), group: group ?? '' }] as const,
    ),
  );
}
