import type { BodyOf, ResultOf, RowOf } from '@waypost/contract';
import type { PluginContext, SignedRequest } from '@waypost/sdk';
import { decidingRule, rulesOfSet, rulesOfSets, type StoredRule } from '../../rules/publish.ts';
import { hiddenRules } from '../../rules/refuses-everybody.ts';
import type { hiddenRulesCall } from './calls.ts';
import { DRAFT_NUMBER, isOn, setAskedFor, withDraft } from './draft.ts';
import type { ruleResource } from './resource.ts';

/**
 * Rules that would never be reached if one were saved as it is written, among those that are on.
 * Errors: `forbidden` 403 for the rules of the platform, but for whoever makes those; `invalid_input` 422 as when it is saved
 */
export async function hiddenBehindDraft(
  context: PluginContext,
  { rule: draft, instead_of }: BodyOf<typeof hiddenRulesCall>,
  request: SignedRequest,
): Promise<ResultOf<typeof hiddenRulesCall>> {
  const owner = await setAskedFor(context, { applies_to: draft.applies_to, instead_of }, request);
  const saved = await rulesOfSet(context, owner, { hasOff: true });
  const rules = withDraft(context, saved, { draft, instead_of, request });
  const hidden = hiddenAmongRules(rules.filter(isOn)).map(({ by, rule: { name, number } }) => ({
    name,
    by,
    is_draft: number === DRAFT_NUMBER,
  }));
  return { hidden };
}

interface Sets {
  /** Rules that are never reached, with the name of the one above that takes their visits; null: several do. */
  hidden: Map<string, string | null>;
  ranks: Map<string, { rank: number; is_last: boolean }>;
}

/** What the rules of a list are among the others of their sets, by id. */
export async function setsOf(
  context: PluginContext,
  rows: readonly RowOf<typeof ruleResource>[],
): Promise<Sets> {
  const owners = new Set(rows.map(({ applies_to, owner }) => (applies_to === 'all' ? null : String(owner))));
  const sets: Sets = { hidden: new Map(), ranks: new Map() };
  for (const rules of await rulesOfSets(context, [...owners])) {
    for (const [at, { _id }] of rules.entries())
      sets.ranks.set(String(_id), { rank: at + 1, is_last: at === rules.length - 1 });
    for (const { by, rule } of hiddenAmongRules(rules.filter(isOn))) sets.hidden.set(String(rule._id), by);
  }
  return sets;
}

function hiddenAmongRules(rules: readonly StoredRule[]): { rule: StoredRule; by: string | null }[] {
  const deciding = rules.map((rule) => ({ ...decidingRule(rule), rule }));
  return [...hiddenRules(deciding)].map(([{ rule }, by]) => ({ rule, by: by?.rule.name ?? null }));
}
