import { errors } from '@waypost/contract';
import type { PluginContext, Session } from '@waypost/sdk';
import { rulesOfSet, type SetOwner, type StoredRule } from '../../rules/publish.ts';
import { ruleResource } from './resource.ts';

/** Between two positions that are given anew, so that new rules find room behind the last one. */
const STEP = 100;

/** The position of a new rule: behind all of its set, which gets new positions in the same order where there is no room. */
export async function positionBehind(
  context: Pick<PluginContext, 'model'>,
  owner: SetOwner,
  session: Session,
): Promise<number> {
  const rules = await rulesOfSet(context, owner, { session, hasOff: true });
  const last = rules.at(-1);
  if (last === undefined) return STEP;
  if (last.position > 1) return last.position - 1;
  await keepOrder(context, rules, session);
  return STEP - 1;
}

/**
 * The order of a set with one of its rules moved up or down by one; at its ends nothing changes.
 * Errors: `not_found` 404 where the rule is not of the set
 */
export function withMoved(rules: readonly StoredRule[], id: string, to: 'up' | 'down'): StoredRule[] {
  const from = rules.findIndex(({ _id }) => String(_id) === id);
  const moved = rules[from];
  if (moved === undefined) throw errors.notFound.create();
  return rules.toSpliced(from, 1).toSpliced(Math.max(to === 'up' ? from - 1 : from + 1, 0), 0, moved);
}

/** Gives the rules of a set positions in this order. What else is stored of them does not change. */
export async function keepOrder(
  context: Pick<PluginContext, 'model'>,
  rules: readonly StoredRule[],
  session: Session,
): Promise<void> {
  const model = context.model(ruleResource);
  for (const [at, { _id, position: before }] of rules.entries()) {
    const position = (rules.length - at) * STEP;
    if (position !== before)
      await model.updateOne({ _id }, { $set: { position } }, { session, timestamps: false });
  }
}
