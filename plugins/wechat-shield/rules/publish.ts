import {
  errors,
  movedCountries,
  movedPlaces,
  VISIT_SHIELD_MAX_RULES,
  type VisitShieldAction,
  type VisitShieldRule,
  visitShield,
} from '@waypost/contract';
import { type Filter, type PluginContext, type Session, type Stored, turnedPositions } from '@waypost/sdk';
import { ruleResource } from '../screens/shield_configuration/resource.ts';
import { conditionOf } from './condition-of.ts';
import { type DecidingRule, refusesEverybody } from './refuses-everybody.ts';
import { pageOf } from './values.ts';

/** A rule as the store keeps it. */
export type StoredRule = Stored<typeof ruleResource>;

/** Whose rules are one set: an account's for the own codes, or null for those that hold for everybody's. */
export type SetOwner = string | null;

/** The set of the platform has a name of its own; that of an owner is called as the owner is. */
const PLATFORM_SET = 'f'.repeat(24);

export const setOf = ({ applies_to, owner }: Pick<StoredRule, 'applies_to' | 'owner'>): SetOwner =>
  applies_to === 'all' ? null : String(owner);

const filterOf = (owner: SetOwner): Filter<StoredRule> =>
  owner === null ? { applies_to: 'all' } : { owner, applies_to: 'own' };

/** The rules of a set in the order in which visits are held against them. `hasOff`: also those that are off. */
export async function rulesOfSet(
  context: Pick<PluginContext, 'model'>,
  owner: SetOwner,
  { session = null, hasOff = false }: { session?: Session | null; hasOff?: boolean } = {},
): Promise<StoredRule[]> {
  return await context
    .model(ruleResource)
    .find({ ...filterOf(owner), ...(hasOff ? {} : { state: 'on' }) })
    .sort({ position: -1, _id: -1 })
    .session(session)
    .lean();
}

/** The rules of several sets at once, on or off, each set in the order in which visits are held against it. */
export async function rulesOfSets(
  context: Pick<PluginContext, 'model'>,
  owners: readonly SetOwner[],
): Promise<StoredRule[][]> {
  const rules = await context
    .model(ruleResource)
    .find({ $or: owners.map(filterOf) })
    .sort({ position: -1, _id: -1 })
    .lean();
  return [...Map.groupBy(rules, setOf).values()];
}

/** How many rules a set has, on or off. */
export function countRules(
  context: Pick<PluginContext, 'model'>,
  owner: SetOwner,
  session: Session,
): Promise<number> {
  return context.model(ruleResource).countDocuments(filterOf(owner)).session(session);
}

/** The form of a rule that visits go by. */
export function publishedRule(rule: StoredRule): VisitShieldRule {
  const links = rule.codes.map(String);
  // Rules of before groups have none.
  const groups = (rule.groups ?? []).map(String);
  return {
    number: rule.number ?? 0,
    kind: `wechat-shield.${rule.kind}`,
    condition: conditionOf(rule),
    action: actionOf(rule),
    ...(links.length === 0 ? {} : { links }),
    ...(groups.length === 0 ? {} : { groups }),
  };
}

/** A rule as far as it matters to who gets through. */
export const decidingRule = (rule: StoredRule): DecidingRule => ({
  ...rule,
  codes: rule.codes.map(String),
  groups: (rule.groups ?? []).map(String),
});

function actionOf(rule: StoredRule): VisitShieldAction {
  const { does, target } = rule;
  if (does === 'allow') return { allow: true };
  return does === 'lead' ? { target } : { refuse: pageOf(rule) };
}

/**
 * Brings what visits go by in line with the rules of a set, in the transaction of whatever has changed them.
 * Errors: `invalid_input` 422 at `may_refuse_all` where nobody would get through any more and no rule of the set is meant to do that; at
 * `name` where the rules hold more values together than a visit may look at.
 */
export async function publishRules(context: PluginContext, owner: SetOwner, session: Session): Promise<void> {
  const rules = await rulesOfSet(context, owner, { session });
  const id = owner ?? PLATFORM_SET;
  if (rules.length === 0) {
    await context.visits.withdraw([id], session);
    return;
  }
  const deciding = rules.map(decidingRule);
  if (!rules.some(({ may_refuse_all }) => may_refuse_all) && refusesEverybody(deciding))
    throw faultAt('may_refuse_all', 'wechat-shield.rule.fault.everybody');
  const shield = visitShield.safeParse({ id, owner, plugin: context.id, rules: rules.map(publishedRule) });
  if (!shield.success) {
    const isSize = shield.error.issues.some(({ message }) => message === 'visit_condition_size');
    throw isSize ? faultAt('name', 'error.issue.visit_condition_size') : shield.error;
  }
  await context.visits.publishShields([shield.data], session);
}

/** Errors: `invalid_input` 422 at `name` where a set is full. */
export async function requirePlace(context: PluginContext, owner: SetOwner, session: Session): Promise<void> {
  if ((await countRules(context, owner, session)) >= VISIT_SHIELD_MAX_RULES)
    throw faultAt('name', 'wechat-shield.rule.fault.full', { most: VISIT_SHIELD_MAX_RULES });
}

/** A refusal at the field that it is about. */
export const faultAt = (path: string, message: string, params: Record<string, number> = {}) =>
  errors.invalidInput.create({}, { errors: [{ path, message, params }] });

/** Turns positions round of rules whose smallest was looked at first. They are looked at in the same order, so that nothing is published anew. */
export async function turnRules(context: PluginContext): Promise<void> {
  const model = context.model(ruleResource);
  const all = await model.find({}).sort({ position: 1, _id: 1 }).lean();
  for (const rules of Map.groupBy(all, (rule) => setOf(rule) ?? PLATFORM_SET).values())
    for (const { _id, position } of turnedPositions(rules))
      await model.updateOne({ _id }, { $set: { position } }, { timestamps: false });
}

/** Has rules by region name places as visits have them now, and publishes them: they meet the visits that they met. */
export async function movePlacesOfRules(context: PluginContext): Promise<void> {
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
}
