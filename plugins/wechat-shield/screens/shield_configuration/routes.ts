import type { PluginContext } from '@waypost/sdk';
import { contributeRules } from '../../rules/account-data.ts';
import { OFFERED_KINDS } from '../../rules/rule-kinds.ts';
import { hiddenRulesCall, moveRuleCall, refusalsCall, refusedVisitsCall, tryRulesCall } from './calls.ts';
import { hiddenBehindDraft } from './hidden.ts';
import { moveRule } from './move-rule.ts';
import { listRefused } from './refused/list-refused.ts';
import { ruleResource } from './resource.ts';
import { bindRules, refusalsOf, tryRules } from './service.ts';

/** Mounts the rules about who may visit; docs/product.md, "What a visit gets". */
export function mountRules(context: PluginContext): void {
  for (const kind of OFFERED_KINDS) context.visitRules.kind(kind);
  contributeRules(context);
  context.resource(ruleResource, bindRules(context));
  context.call(tryRulesCall, (body, request) => tryRules(context, body, request));
  context.call(hiddenRulesCall, (body, request) => hiddenBehindDraft(context, body, request));
  context.call(moveRuleCall, (body, request) => moveRule(context, body, request));
  context.call(refusedVisitsCall, (body, request) => listRefused(context, body, request));
  context.call(refusalsCall, (body, request) => refusalsOf(context, body, request));
}
