import { z } from 'zod';
import { publishedTarget } from './target-url.ts';
import { haveFewValues, zVisitCondition } from './visit-rule.ts';

/**
 * Rules about who may visit that are not one code's own: those of an owner, in force on the codes of the owner, and those of the
 * platform, in force on everybody's. They are looked at before anything that a code says itself (docs/product.md, "What a visit
 * gets").
 */

/** Most rules of one owner, and of the platform. */
export const VISIT_SHIELD_MAX_RULES = 50;
/** Most codes that one rule may be kept to. */
export const VISIT_SHIELD_MAX_LINKS = 200;
/** Most groups of codes that one rule may be kept to; each holds any number of codes. */
export const VISIT_SHIELD_MAX_GROUPS = 50;
/** The largest number that a rule may be counted under: an unsigned 32 bit column holds it. */
export const VISIT_SHIELD_MAX_NUMBER = 4_294_967_295;

/** What a refused visitor is told: that it is so, or what can be done about it. Each page tells nothing else. */
export const VISIT_SHIELD_PAGES = ['refused', 'weChatOnly', 'onlyViaScan'] as const;
export type VisitShieldPage = (typeof VISIT_SHIELD_PAGES)[number];

/** What a rule that is met does. `allow`: the rules behind it are not looked at; all else that the code asks of a visit is. */
export const zVisitShieldAction = z.union([
  z.strictObject({ allow: z.literal(true) }),
  z.strictObject({ refuse: z.enum(VISIT_SHIELD_PAGES) }),
  z.strictObject({ target: publishedTarget }),
]);
export type VisitShieldAction = z.output<typeof zVisitShieldAction>;

const objectId = z.string().regex(/^[0-9a-f]{24}$/);

/** One rule: of a set, the first that is met decides. */
export const visitShieldRule = z.strictObject({
  /** What its refusals are counted under: no other rule of the plugin ever has the same. */
  number: z.int().min(1).max(VISIT_SHIELD_MAX_NUMBER),
  /** As of a code's rule: one whose plugin is off is passed over. */
  kind: z.string().max(82),
  condition: zVisitCondition,
  action: zVisitShieldAction,
  /** The codes that it holds for, and the groups of codes; both left out: all codes. */
  links: z.array(objectId).min(1).max(VISIT_SHIELD_MAX_LINKS).optional(),
  groups: z.array(objectId).min(1).max(VISIT_SHIELD_MAX_GROUPS).optional(),
});
export type VisitShieldRule = z.output<typeof visitShieldRule>;

/** The rules of an owner or of the platform, complete, so that a visit needs nothing else. */
export const visitShield = z
  .strictObject({
    id: objectId,
    /** Whose codes it holds for; null: everybody's. An owner has one set at most. */
    owner: objectId.nullable(),
    plugin: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
    rules: z.array(visitShieldRule).max(VISIT_SHIELD_MAX_RULES),
  })
  .refine(({ rules }) => haveFewValues(rules), { path: ['rules'], message: 'visit_condition_size' });
export type VisitShield = z.output<typeof visitShield>;
