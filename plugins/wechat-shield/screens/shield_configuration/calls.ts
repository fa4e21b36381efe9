import { defineCall, pageOf, pagingShape, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { REACHES } from '../../rules/values.ts';
import { ruleResource } from './resource.ts';

const { does, name, state } = ruleResource.fields;
/** Most kept visits that rules are held against. */
export const TRIED_VISITS = [1_000, 5_000, 10_000] as const;

/** Days of kept visits that rules are held against. */
export const TRIED_DAYS = [1, 7, 30] as const;

const zTried = z.object({
  id: z.string(),
  time: zTime,
  ip: z.string(),
  country: z.string(),
  location: z.string(),
  isp: z.string(),
  device: z.string(),
  system: z.string(),
  app: z.string(),
  user_agent: z.string(),
});
export type TriedVisitRow = z.infer<typeof zTried>;

export const tryRulesCall = defineCall({
  area: 'shield_configuration',
  call: 'try',
  body: z.strictObject({
    /** Which set: the own rules on the own codes, or an operator's on everybody's. */
    applies_to: z.enum(REACHES).optional(),
    visits: z.literal(TRIED_VISITS).optional(),
    /** Only the visits of the last so many days; then up to 10,000 of them. */
    days: z.literal(TRIED_DAYS).optional(),
    /** A rule that is not saved, held against them in its place among the others. */
    rule: ruleResource.schemas.create.optional(),
    /** The saved rule that it takes the place of. */
    instead_of: zId.optional(),
    /** Whether rules that are off are looked at as if they were on. */
    has_off: z.boolean().optional(),
  }),
  result: z.object({
    /** Kept visits that were looked at, and from when to when. */
    visits: z.int(),
    /** Whether older ones of these days were not looked at. */
    has_more: z.boolean(),
    first_time: zTime.nullable(),
    last_time: zTime.nullable(),
    /** Of these, the ones that a rule would have refused. */
    refused: z.int(),
    rules: z.array(
      z.object({
        id: zId,
        /** It is the one that is not saved. */
        is_draft: z.boolean(),
        name: name.schema,
        does: does.schema,
        state: state.schema,
        /** Whether it asks what is not kept of a visit, so that it was met by none. */
        is_blind: z.boolean(),
        /** Visits of which it asks what is not known of them: it decided as if they had said nothing. */
        unknown: z.int(),
        visits: z.int(),
        /** The latest of them, at most 20. */
        samples: z.array(zTried),
      }),
    ),
  }),
  access: { permission: 'wechat-shield.rule:read' },
  ratePerMinute: 20,
  summary: 'What the rules would have said of visits that are kept: nothing is counted or written down',
});

export const hiddenRulesCall = defineCall({
  area: 'shield_configuration',
  call: 'hidden_rules',
  body: z.strictObject({
    /** A rule that is not saved, in its place among the others. */
    rule: ruleResource.schemas.create,
    /** The saved rule that it takes the place of. */
    instead_of: zId.optional(),
  }),
  result: z.object({
    /** Rules that no visit would get to, as those above take them all. */
    hidden: z.array(
      z.object({
        name: name.schema,
        /** It is the one that is not saved. */
        is_draft: z.boolean(),
        /** The first rule that takes all its visits by itself; null: several do together. */
        by: name.schema.nullable(),
      }),
    ),
  }),
  access: { permission: 'wechat-shield.rule:read' },
  summary: 'Rules that would never be reached if one were saved as it is written',
});

export const RULE_MOVES = ['up', 'down'] as const;

export const moveRuleCall = defineCall({
  area: 'shield_configuration',
  call: 'move',
  body: z.strictObject({ id: zId, to: z.enum(RULE_MOVES) }),
  result: z.object({ rank: z.int() }),
  access: { permission: 'wechat-shield.rule:update' },
  summary: 'Moves a rule within the order of its set; answers its rank, from 1',
});

export const refusalsCall = defineCall({
  area: 'shield_configuration',
  call: 'refusals',
  body: z.strictObject({ id: zId }),
  result: z.object({
    total: z.int(),
    bots: z.int(),
    last_time: zTime.nullable(),
    /** The last 30 days on which it refused somebody, the latest first: yyyymmdd. */
    days: z.array(z.object({ day: z.int(), visits: z.int(), bots: z.int() })),
    /** The 20 codes that it refused most on, by id. */
    codes: z.array(z.object({ code: zId, visits: z.int() })),
  }),
  access: { permission: 'wechat-shield.rule:read' },
  summary: 'Visits that a rule has refused, by day and by code: each answered one once',
});

export const refusedVisitsCall = defineCall({
  area: 'shield_configuration',
  call: 'refused_visits',
  body: z.strictObject({
    ...pagingShape,
    /** The code that was visited. */
    link: zId.optional(),
    rule: zId.optional(),
    time_from: zTime.optional(),
    time_to: zTime.optional(),
    ip: z.string().trim().min(1).max(64).optional(),
    /** A part of a place or a country, in the caller's language. */
    location: z.string().trim().min(1).max(200).optional(),
    system: z.string().trim().min(1).max(200).optional(),
    sort_field: z.enum(['time']).optional(),
    sort_order: z.enum(['asc', 'desc']).optional(),
  }),
  result: pageOf(
    z.object({
      id: z.string(),
      time: zTime,
      link: zId,
      /** Null: it is gone. */
      rule: zId.nullable(),
      /** As it came, or shortened where the operator keeps it so. */
      ip: z.string(),
      country: z.string(),
      location: z.string(),
      isp: z.string(),
      device: z.string(),
      system: z.string(),
      app: z.string(),
      is_crawler: z.boolean(),
      user_agent: z.string(),
    }),
  ),
  access: { permission: 'wechat-shield.rule:read' },
  summary: 'Visits that rules have refused, of codes whose log is open, the latest first',
});
