import {
  VISIT_FLAG_FACTS,
  VISIT_LINK_STATES,
  VISIT_NUMBER_FACTS,
  VISIT_TEXT_FACTS,
  zTime,
} from '@waypost/contract';
import { z } from 'zod';

export const REFUSALS = [
  ...(['unknown', 'gone', 'frozen', 'paused', 'unclaimed'] as const),
  ...(['refused', 'weChatOnly', 'onlyViaScan', 'unavailable'] as const),
] as const;
export const FIGURES = ['counted', 'crawlers', 'hops', 'expired'] as const;
export const CONTENTS = ['page', 'picture', 'contact'] as const;
export const CONDITION_FACTS = [
  ...VISIT_TEXT_FACTS,
  ...VISIT_NUMBER_FACTS,
  ...VISIT_FLAG_FACTS,
  ...(['address', 'share', 'rate'] as const),
] as const;
/** How a value is held against what is wanted. */
export const CONDITION_TESTS = [
  'one_of',
  'contains',
  'speaks',
  'between',
  'is_so',
  'within',
  'draw',
  'rate',
] as const;

/** Values of a list that are told. */
export const MOST_WANTED = 20;

export const zCondition = z.object({
  fact: z.enum(CONDITION_FACTS),
  test: z.enum(CONDITION_TESTS),
  wanted: z.array(z.union([z.string(), z.number()])).max(MOST_WANTED),
  /** So many more are wanted than are told. */
  more: z.int(),
  /** Null where chance decides. */
  seen: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  holds: z.boolean(),
  /** The rule wants that it does not hold. */
  is_negated: z.boolean(),
});
export type Condition = z.infer<typeof zCondition>;

const is_refused = z.boolean();
const chance = z.number().nullable();
const one = <T extends string, S extends z.ZodRawShape>(check: T, shape: S) =>
  z.object({ check: z.literal(check), ...shape });

/** What was looked at, in its order; `is_refused`: here the visit ended. */
export const zStep = z.discriminatedUnion('check', [
  one('block_list', { is_refused }),
  one('owner_list', { is_refused }),
  one('place', { is_refused, host: z.string() }),
  one('pass_on', { host: z.string() }),
  one('state', { is_refused, state: z.enum([...VISIT_LINK_STATES, 'plugin_off']) }),
  one('expiry', { is_refused, expires_at: zTime.nullable() }),
  one('limit', { is_refused, limit: z.int(), views: z.int() }),
  one('scan', { is_refused, is_met: z.boolean() }),
  one('wechat', { is_refused, is_met: z.boolean() }),
  one('end', { address: z.string() }),
  one('rule', {
    is_refused,
    number: z.int(),
    /** What its kind is called. */
    title: z.string(),
    verdict: z.enum(['met', 'unmet', 'off']),
    conditions: z.array(zCondition),
    target: z.string().nullable(),
  }),
  one('shield', {
    is_refused,
    is_platform: z.boolean(),
    number: z.int(),
    /** What its kind is called; empty for a rule of the platform. */
    title: z.string(),
    verdict: z.enum(['met', 'unmet', 'off']),
    does: z.enum(['allow', 'refuse', 'lead']).nullable(),
    conditions: z.array(zCondition),
    target: z.string().nullable(),
  }),
  one('password', { is_asked: z.boolean() }),
  one('rotation', {
    model: z.int(),
    chosen: z.int(),
    targets: z.array(
      z.object({
        label: z.string(),
        weight: z.int(),
        /** Null: no limit. */
        threshold: z.int().nullable(),
        count: z.int(),
        chance,
      }),
    ),
  }),
  one('pool', {
    name: z.string(),
    model: z.int(),
    chosen: z.int(),
    fallback: z.string().nullable(),
    items: z.array(z.object({ is_open: z.boolean(), capacity: z.int().nullable(), count: z.int(), chance })),
  }),
  one('query', { address: z.string(), is_changed: z.boolean() }),
  one('own_link', { is_refused, hops: z.int() }),
  one('content', { kind: z.enum(CONTENTS) }),
  one('jump', {
    jump_type: z.int(),
    address: z.string(),
    app: z.string().nullable(),
    is_template: z.boolean(),
  }),
  one('count', { figure: z.enum(FIGURES), is_new_visitor: z.boolean() }),
]);
export type Step = z.infer<typeof zStep>;
