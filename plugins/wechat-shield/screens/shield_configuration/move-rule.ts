import { type BodyOf, errors, type ResultOf } from '@waypost/contract';
import type { PluginContext, SignedRequest } from '@waypost/sdk';
import { publishRules, rulesOfSet, setOf } from '../../rules/publish.ts';
import type { moveRuleCall } from './calls.ts';
import { isOperator, READ_ALL } from './draft.ts';
import { keepOrder, withMoved } from './order.ts';
import { ruleResource } from './resource.ts';

/**
 * Moves a rule by one within its set and publishes the set.
 * Errors: `not_found` 404 for a rule that the caller may not see; `forbidden` 403 for one of the platform, but for whoever
 * makes those
 */
export function moveRule(
  context: PluginContext,
  { id, to }: BodyOf<typeof moveRuleCall>,
  request: SignedRequest,
): Promise<ResultOf<typeof moveRuleCall>> {
  return context.transaction(async (session) => {
    const rule = await context.model(ruleResource).findById(id).session(session).lean();
    if (rule === null || (String(rule.owner) !== request.caller.id && !isOperator(request)))
      throw errors.notFound.create();
    if (rule.applies_to === 'all' && !isOperator(request))
      throw errors.forbidden.create({ permission: READ_ALL });
    const owner = setOf(rule);
    const rules = await rulesOfSet(context, owner, { session, hasOff: true });
    const order = withMoved(rules, id, to);
    await keepOrder(context, order, session);
    await publishRules(context, owner, session);
    const rankIn = (of: typeof rules) => of.findIndex(({ _id }) => String(_id) === id) + 1;
    const rank = rankIn(order);
    await context.audit(
      {
        type: 'wechat-shield.rule.move',
        target: id,
        before: { name: rule.name, rank: rankIn(rules) },
        after: { rank },
        request,
      },
      session,
    );
    return { rank };
  });
}
