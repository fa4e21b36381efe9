import { movedCountries, movedPlaces } from '@waypost/contract';
import type { Migration } from '@waypost/sdk';
import { publishRules, setOf } from '../rules/publish.ts';
import { ruleResource } from '../screens/shield_configuration/resource.ts';

/** Rules of before, by region: they meet the visits that they met, now that each place has one name. */
export const placesOfRules: Migration = {
  number: 2,
  name: 'visit rules name regions of China as visits have them',
  async up(context) {
    const model = context.model(ruleResource);
    const rules = await model.find({ kind: 'region' }).lean();
    for (const { _id, countries, places } of rules)
      await model.updateOne(
        { _id },
        { $set: { countries: movedCountries(countries), places: movedPlaces(places) } },
        { timestamps: false },
      );
    for (const owner of new Set(rules.map(setOf)))
      await context.transaction((session) => publishRules(context, owner, session));
  },
};
