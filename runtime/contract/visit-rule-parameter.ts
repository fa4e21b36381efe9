import { z } from 'zod';
import { AGENT_PATTERN_MAX_COUNT, AGENT_PATTERN_MAX_LENGTH } from './agent-pattern.ts';

/** Most values of one list. */
export const VISIT_RULE_MAX_VALUES = 500;
/** The largest number that a rule may hold: a day as yyyymmdd fits. */
export const VISIT_RULE_MAX_NUMBER = 99_999_999;
/** Longest text of a rule. */
export const VISIT_RULE_MAX_TEXT = 200;

export const zRuleText = z.string().max(VISIT_RULE_MAX_TEXT);
export const zRuleTexts = z.array(zRuleText).max(VISIT_RULE_MAX_VALUES);
/** Patterns of agent-pattern.ts. */
export const zRulePatterns = z
  .array(z.string().min(1).max(AGENT_PATTERN_MAX_LENGTH))
  .max(AGENT_PATTERN_MAX_COUNT);
export const zRuleWhole = z.int().min(0).max(VISIT_RULE_MAX_NUMBER);
export const zRuleNumbers = z.array(zRuleWhole).max(VISIT_RULE_MAX_VALUES);
export const zRuleRanges = z
  .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))
  .max(VISIT_RULE_MAX_VALUES);

/** What a rule's parameter may be. */
const PARAMETER_SCHEMAS = {
  text: zRuleText,
  texts: zRuleTexts,
  patterns: zRulePatterns,
  ranges: zRuleRanges,
  number: zRuleWhole,
  numbers: zRuleNumbers,
} as const;
export const VISIT_RULE_PARAMETER_TYPES = [
  ...(['text', 'texts', 'patterns'] as const),
  ...(['ranges', 'number', 'numbers'] as const),
] as const;
export type VisitRuleParameterType = (typeof VISIT_RULE_PARAMETER_TYPES)[number];

const zType = z.enum(VISIT_RULE_PARAMETER_TYPES);
/** A parameter with what it may be. Texts have `choices` and `longest`, numbers `minimum` and `maximum`, lists `most` entries. */
export const zVisitRuleParameter = z.strictObject({
  type: zType,
  /** Of a number, and of each in a list. */
  minimum: zRuleWhole.optional(),
  maximum: zRuleWhole.optional(),
  /** Every text that may stand there; left out: any. */
  choices: z.array(zRuleText).min(1).max(VISIT_RULE_MAX_VALUES).optional(),
  /** Characters of a text. */
  longest: z.int().min(1).max(VISIT_RULE_MAX_TEXT).optional(),
  /** Entries of a list. */
  most: z.int().min(1).max(VISIT_RULE_MAX_VALUES).optional(),
});
export type VisitRuleParameter = z.output<typeof zVisitRuleParameter>;
/** As a plugin declares it: a type alone has the limits of the fact that it is compared with. */
export const zDeclaredParameter = z.union([zType, zVisitRuleParameter]);

/** Apps that visits are told apart by; `browser`: any browser of its own, `other`: programs that name none. */
export const VISIT_APPS = [
  ...(['wechat', 'wecom', 'alipay', 'qq', 'weibo', 'dingtalk', 'feishu'] as const),
  ...(['browser', 'other'] as const),
] as const;
export type VisitApp = (typeof VISIT_APPS)[number];

/** What a fact can be at all: a parameter that is compared with it has these limits unless it declares others. */
const LIMITS_OF_FACTS: Readonly<Record<string, Omit<VisitRuleParameter, 'type'>>> = {
  hour: { minimum: 0, maximum: 23 },
  weekday: { minimum: 1, maximum: 7 },
  minute: { minimum: 0, maximum: 1439 },
  day: { minimum: 19_700_101, maximum: 99_991_231 },
  share: { minimum: 0, maximum: 1000 },
  kind: { choices: ['phone', 'tablet', 'desktop', 'other'] },
  app: { choices: [...VISIT_APPS] },
};

/** A declared parameter with its limits. `fact`: what it is compared with, whole. */
export function limitedParameter(
  declared: VisitRuleParameterType | VisitRuleParameter,
  fact?: string,
): VisitRuleParameter {
  const parameter = typeof declared === 'string' ? { type: declared } : declared;
  const limits = fact === undefined || !Object.hasOwn(LIMITS_OF_FACTS, fact) ? {} : LIMITS_OF_FACTS[fact];
  return { ...limits, ...parameter };
}

/** The type of a declared parameter. */
export const parameterType = (
  declared: VisitRuleParameterType | VisitRuleParameter,
): VisitRuleParameterType => (typeof declared === 'string' ? declared : declared.type);

/** Schema of the values of a parameter. What is outside its limits is told as `visit_rule_limit`. */
export function visitRuleParameterSchema(declared: VisitRuleParameterType | VisitRuleParameter): z.ZodType {
  const parameter = limitedParameter(declared);
  const schema: z.ZodType = PARAMETER_SCHEMAS[parameter.type];
  return schema.refine(
    (value: unknown) => {
      const values: unknown[] = Array.isArray(value) ? value : [value];
      return (
        values.length <= (parameter.most ?? Number.POSITIVE_INFINITY) && values.every(isWithin(parameter))
      );
    },
    { message: 'visit_rule_limit' },
  );
}

function isWithin({ choices, longest, maximum, minimum }: VisitRuleParameter): (value: unknown) => boolean {
  return (value) => {
    if (typeof value === 'number')
      return value >= (minimum ?? 0) && value <= (maximum ?? VISIT_RULE_MAX_NUMBER);
    if (typeof value !== 'string') return false;
    return value.length <= (longest ?? VISIT_RULE_MAX_TEXT) && (choices?.includes(value) ?? true);
  };
}
