import type { BodyOf, ResultOf, RowOf } from '@waypost/contract';
import type { PluginContext, SignedRequest } from '@waypost/sdk';
import { decidingRule, rulesOfSet, type StoredRule } from '../../rules/publish.ts';
import { hiddenRules } from '../../rules/refuses-everybody.ts';
import type { hiddenRulesCall } from './calls.ts';
import { DRAFT_NUMBER, setAskedFor, withDraft } from './draft.ts';
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
  const saved = await rulesOfSet(context, owner);
  const rules = withDraft(context, saved, { draft, instead_of, request });
  const hidden = hiddenAmongRules(rules).map(({ by, rule: { name, number } }) => ({
    name,
    by,
    is_draft: number === DRAFT_NUMBER,
  }));
  return { hidden };
}

/** The rules of a list that are never reached, by id, with the name of the one above that takes their visits; null: several do. */
export async function hiddenAmong(
  context: PluginContext,
  rows: readonly RowOf<typeof ruleResource>[],
): Promise<Map<string, string | null>> {
  const owners = new Set(rows.map(({ applies_to, owner }) => (applies_to === 'all' ? null : String(owner))));
  const hidden = new Map<string, string | null>();
  for (const owner of owners)
    for (const { by, rule } of hiddenAmongRules(await rulesOfSet(context, owner)))
      hidden.set(String(rule._id), by);
  return hidden;
}

function hiddenAmongRules(rules: readonly StoredRule[]): { rule: StoredRule; by: string | null }[] {
  const deciding = rules.map((rule) => ({ ...decidingRule(rule), rule }));
  return [...hiddenRules(deciding)].map(([{ rule }, by]) => ({ rule, by: by?.rule.name ?? null }));
}
