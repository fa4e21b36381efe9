import type { PluginContext } from '@waypost/sdk';
import { codeResource } from '../screens/qr_code_list/resource.ts';

export interface CodeLabel {
  name: string;
  short_code: string;
  domain: string;
  owner: string;
}

/** Names and short codes by link id, for lists of visits. Purged codes are not in it. */
export async function codeLabels(
  context: PluginContext,
  linkIds: readonly string[],
): Promise<Map<string, CodeLabel>> {
  const ids = [...new Set(linkIds)];
  if (ids.length === 0) return new Map();
  const codes = await context
    .model(codeResource)
    .find({ _id: { $in: ids } }, { name: 1, short_code: 1, domain: 1, owner: 1 })
    .lean();
  return new Map(
    codes.map(
      ({ _id, name, short_code, domain, owner }) =>
        [String(_id), { name, short_code, domain, owner: String(owner) }] as const,
    ),
  );
}
