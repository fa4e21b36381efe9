import { type Migration, turnedPositions } from '@waypost/sdk';
import { ruleResource } from '../screens/shield_configuration/resource.ts';

/** Rules of before, whose smallest position was looked at first: each visit is decided by the same rule as before. */
export const largerRulesFirst: Migration = {
  number: 1,
  name: 'visit rules with larger positions are looked at first',
  async up(context) {
    const model = context.model(ruleResource);
    const all = await model.find({}).sort({ position: 1, _id: 1 }).lean();
    const setOf = ({ applies_to, owner }: (typeof all)[number]) =>
      applies_to === 'all' ? 'all' : String(owner);
    for (const rules of Map.groupBy(all, setOf).values())
      for (const { _id, position } of turnedPositions(rules))
        await model.updateOne({ _id }, { $set: { position } }, { timestamps: false });
  },
};
