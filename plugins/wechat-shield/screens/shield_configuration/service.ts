import { type BodyOf, errors, type ResultOf, type RowOf } from '@waypost/contract';
import { containsText, type PluginContext, type ResourceBinding, type SignedRequest } from '@waypost/sdk';
import { findPlaces } from '../../rules/find-places.ts';
import {
  faultAt,
  publishedRule,
  publishRules,
  requirePlace,
  rulesOfSet,
  setOf,
} from '../../rules/publish.ts';
import { type refusalsCall, TRIED_VISITS, type tryRulesCall } from './calls.ts';
import { DRAFT_NUMBER, isOn, isOperator, READ_ALL, setAskedFor, withDraft } from './draft.ts';
import { setsOf } from './hidden.ts';
import { positionBehind } from './order.ts';
import { ruleResource } from './resource.ts';

type Rule = typeof ruleResource;

/** Days of refusals that are told, and what is asked for: all that is kept. */
const SHOWN_DAYS = 30;
const SHOWN_CODES = 20;
/** Kept visits of some days that are looked at, at most. */
const MOST_TRIED = TRIED_VISITS[2];
const ALL_DAYS = { first: 19_700_101, last: 99_991_231 };

/** The functions behind resource `wechat-shield.rule`: each write publishes the rules of its set in its own transaction. */
export function bindRules(context: PluginContext): ResourceBinding<Rule> {
  return {
    filters: { search: (text) => rulesNamed(String(text)) },
    beforeCreate: async (body, { request, session }) => {
      const applies_to = body.applies_to ?? 'own';
      if (applies_to === 'all' && !isOperator(request))
        throw faultAt('applies_to', 'wechat-shield.rule.fault.applies_to');
      const owner = applies_to === 'all' ? null : request.caller.id;
      await requirePlace(context, owner, session);
      const position = body.position || (await positionBehind(context, owner, session));
      return { ...body, position, number: newNumber(context) };
    },
    afterWrite: async (after, { before, request, session }) => {
      // Whoever made it may be no operator any more, or have a key that is none.
      if (before?.applies_to === 'all' && !isOperator(request))
        throw errors.forbidden.create({ permission: READ_ALL });
      const changed = after ?? before;
      if (changed !== undefined) await publishRules(context, setOf(changed), session);
    },
    present: (rows) => presentRules(context, rows),
  };
}

/** Rules with a text in their name, and those about a place whose name has it. */
function rulesNamed(text: string) {
  const { countries, places } = findPlaces(text);
  const isThere = { $or: [{ countries: { $in: countries } }, { places: { $in: [...places, text] } }] };
  return { $or: [{ name: containsText(text) }, { kind: 'region', ...isThere }] };
}

/** Two of four thousand million are hardly ever one: the store refuses a number that is taken. */
function newNumber({ random }: PluginContext): number {
  return Math.max(1, new DataView(new Uint8Array(random.bytes(4)).buffer).getUint32(0));
}

/** Adds how many visits rules have refused, where they stand in their sets, and which are never reached. */
async function presentRules(context: PluginContext, rows: readonly RowOf<Rule>[]): Promise<RowOf<Rule>[]> {
  const stored = await context
    .model(ruleResource)
    .find({ _id: { $in: rows.map(({ id }) => id) } }, { number: 1 })
    .lean();
  const { hidden, ranks } = await setsOf(context, rows);
  const numbers = new Map(stored.map(({ _id, number }) => [String(_id), number ?? 0]));
  const refusals = await context.visits.shieldRefusals([...numbers.values()], ALL_DAYS);
  const sums = new Map<number, number>();
  for (const { rule, visit_number } of refusals) sums.set(rule, (sums.get(rule) ?? 0) + visit_number);
  return rows.map((row) => ({
    ...row,
    refusal_number: sums.get(numbers.get(row.id) ?? 0) ?? 0,
    ...ranks.get(row.id),
    is_hidden: hidden.has(row.id),
    hidden_by: hidden.get(row.id) ?? null,
  }));
}

/**
 * What a set of rules would have said of visits that are kept.
 * Errors: `forbidden` 403 for the rules of the platform, but for whoever makes those
 */
export async function tryRules(
  context: PluginContext,
  { has_off = false, days, rule: draft, instead_of, ...asked }: BodyOf<typeof tryRulesCall>,
  request: SignedRequest,
): Promise<ResultOf<typeof tryRulesCall>> {
  const visits = asked.visits ?? (days === undefined ? TRIED_VISITS[0] : MOST_TRIED);
  const applies_to = draft?.applies_to ?? asked.applies_to;
  const owner = await setAskedFor(context, { applies_to, instead_of }, request);
  const saved = await rulesOfSet(context, owner, { hasOff: true });
  const all = draft === undefined ? saved : withDraft(context, saved, { draft, instead_of, request });
  const rules = has_off ? all : all.filter(isOn);
  const tried = await context.visits.tryShield({
    rules: rules.map(publishedRule),
    scope: owner === null ? {} : { owner },
    visits,
    days,
  });
  const told = rules.map((rule) => {
    const { _id, does, kind, name, number, state } = rule;
    return {
      id: String(_id),
      is_draft: number === DRAFT_NUMBER,
      name,
      does,
      state,
      is_blind: kind === 'scan',
      unknown: kind === 'language' ? tried.without_language : 0,
      visits: tried.decided[String(number)] ?? 0,
      samples: (tried.samples[String(number)] ?? []).map(
        ({ app, country, device, id, ip, isp, location, system, time, user_agent }) => ({
          id,
          time,
          ip,
          country,
          location,
          isp,
          device,
          system,
          app,
          user_agent,
        }),
      ),
    };
  });
  return {
    visits: tried.visits,
    has_more: tried.has_more,
    first_time: tried.first_time,
    last_time: tried.last_time,
    refused: told.reduce((sum, { does, visits: some }) => sum + (does === 'refuse' ? some : 0), 0),
    rules: told,
  };
}

/**
 * What a rule has refused, by day and by code.
 * Errors: `not_found` 404 for one that the caller may not see
 */
export async function refusalsOf(
  context: PluginContext,
  { id }: BodyOf<typeof refusalsCall>,
  request: SignedRequest,
): Promise<ResultOf<typeof refusalsCall>> {
  const rule = await context.model(ruleResource).findById(id).lean();
  if (rule === null || (String(rule.owner) !== request.caller.id && !isOperator(request)))
    throw errors.notFound.create();
  const rows = await context.visits.shieldRefusals([rule.number ?? 0], ALL_DAYS);
  const days = new Map<number, { day: number; visits: number; bots: number }>();
  const codes = new Map<string, number>();
  let last_time: string | null = null;
  for (const { bot_number, day, last_time: time, link, visit_number } of rows) {
    const sum = days.get(day) ?? { day, visits: 0, bots: 0 };
    days.set(day, { day, visits: sum.visits + visit_number, bots: sum.bots + bot_number });
    codes.set(link, (codes.get(link) ?? 0) + visit_number);
    if (last_time === null || time > last_time) last_time = time;
  }
  const sorted = [...days.values()].sort((one, other) => other.day - one.day);
  return {
    total: sorted.reduce((sum, { visits }) => sum + visits, 0),
    bots: sorted.reduce((sum, { bots }) => sum + bots, 0),
    last_time,
    days: sorted.slice(0, SHOWN_DAYS),
    codes: [...codes]
      .map(([code, visits]) => ({ code, visits }))
      .sort((one, other) => other.visits - one.visits)
      .slice(0, SHOWN_CODES),
  };
}
