import { movedCondition, movedCountries, movedPlaces } from '@waypost/contract';
import { type Migration, newVersion } from '@waypost/sdk';
import { z } from 'zod';
import { publishCodes } from '../codes/publish-codes.ts';
import { type CodeRule, codeResource } from '../screens/qr_code_list/resource.ts';

const PORTION = 200;
export const KINDS = ['qr.country', 'qr.region'];
const zTexts = z.array(z.string());

/** What cannot be read stays as it is: no rule keeps an installation from starting. */
export function moved(rule: CodeRule): CodeRule {
  const countries = zTexts.safeParse(rule.parameters.countries);
  if (rule.kind === 'qr.country' && countries.success)
    return { ...rule, parameters: { countries: movedCountries(countries.data) } };
  return movedRegions(rule);
}

/** What has moved stays as it is by a second turn, also where it was made since. */
export function movedRegions(rule: CodeRule): CodeRule {
  const regions = zTexts.safeParse(rule.parameters.regions);
  if (rule.kind === 'qr.region' && regions.success)
    return { ...rule, parameters: { regions: movedPlaces(regions.data) } };
  return rule;
}

/** Rules of before, by country and region: they meet the visits that they met, now that each place has one name. */
export const placesOfRules: Migration = {
  number: 2,
  name: 'rules name regions of China as visits have them',
  // What has moved stays as it is by a second turn.
  isLarge: true,
  async up(context) {
    const model = context.model(codeResource);
    for (let last = ''; ; ) {
      const ids = await model
        .find(
          { 'visit_rules.kind': { $in: KINDS }, ...(last === '' ? {} : { _id: { $gt: last } }) },
          { _id: 1 },
        )
        .sort({ _id: 1 })
        .limit(PORTION)
        .lean();
      if (ids.length === 0) return;
      last = String(ids.at(-1)?._id);
      await context.transaction(async (session) => {
        const filter = { _id: { $in: ids.map(({ _id }) => _id) } };
        for (const { _id, visit_rules, published_rules } of await model
          .find(filter)
          .session(session)
          .lean()) {
          const set = {
            visit_rules: visit_rules.map(moved),
            published_rules: published_rules.map((rule) =>
              KINDS.includes(rule.kind) ? { ...rule, condition: movedCondition(rule.condition) } : rule,
            ),
          };
          if (Bun.deepEquals(set, { visit_rules, published_rules })) continue;
          await model.updateOne({ _id }, newVersion(context, set), { session, timestamps: false });
        }
        await publishCodes(context, await model.find(filter).session(session).lean(), session);
      });
    }
  },
};
