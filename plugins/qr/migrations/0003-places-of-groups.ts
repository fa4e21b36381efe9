import { type Migration, newVersion } from '@waypost/sdk';
import { groupResource } from '../screens/group/resource.ts';
import { KINDS, moved } from './0002-places-of-rules.ts';

/** Rules that groups give to new codes: as those of the codes. */
export const placesOfGroups: Migration = {
  number: 3,
  name: 'rules of groups name regions of China as visits have them',
  async up(context) {
    const model = context.model(groupResource);
    const found = model
      .find({ 'visit_rules.kind': { $in: KINDS } }, { visit_rules: 1 })
      .lean()
      .cursor();
    for await (const { _id, visit_rules } of found)
      await model.updateOne({ _id }, newVersion(context, { visit_rules: visit_rules.map(moved) }), {
        timestamps: false,
      });
  },
};
