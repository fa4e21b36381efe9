import type { ResultOf } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { LISTED, NO_LINK } from '../../codes/listed.ts';
import { codeResource } from '../qr_code_list/resource.ts';
import { type labelsCall, MOST_LABELS } from './calls.ts';
import { groupResource } from './resource.ts';

interface Counted {
  _id: string;
  count: number;
}

/** Groups and tags of an owner's codes, those with most codes first, counted as the list of codes shows them. */
export async function labelsOf(context: PluginContext, owner: string): Promise<ResultOf<typeof labelsCall>> {
  const codes = context.model(codeResource);
  const shown = { $match: { owner, remove_time: null, ...NO_LINK, ...LISTED } };
  const most = [{ $sort: { count: -1, _id: 1 } }, { $limit: MOST_LABELS }] as const;
  const [inGroups, tags, groups] = await Promise.all([
    codes.aggregate<Counted>([
      shown,
      { $match: { group: { $gt: '' } } },
      { $group: { _id: '$group', count: { $sum: 1 } } },
      ...most,
    ]),
    codes.aggregate<Counted>([
      shown,
      { $unwind: '$tags' },
      { $group: { _id: '$tags', count: { $sum: 1 } } },
      ...most,
    ]),
    context.model(groupResource).find({ owner }, { name: 1 }).lean(),
  ]);
  const names = new Map(groups.map(({ _id, name }) => [String(_id), name]));
  return {
    groups: inGroups.flatMap(({ _id, count }) => {
      const name = names.get(_id);
      return name === undefined ? [] : [{ id: _id, name, count }];
    }),
    tags: tags.map(({ _id, count }) => ({ tag: _id, count })),
  };
}
