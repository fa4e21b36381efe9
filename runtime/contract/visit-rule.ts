import { z } from 'zod';
import { targetUrl } from './target-url.ts';

/**
 * Rules on the visit path. A plugin declares a kind of rule as data over facts of a visit; a link carries rules of such
 * kinds with their parameters filled in. The runtime compiles them: no plugin's code runs while a visit is answered.
 */

/** Facts that are texts. Empty where nothing is known. */
export const VISIT_TEXT_FACTS = [
  /** ISO 3166 code in upper case. */
  'country',
  /** Province and city in China, else the country's name, as the visitor list shows it. */
  'location',
  'isp',
  /** phone, tablet, desktop, other */
  'kind',
  /** Model, system, browser: as the visitor list shows them. */
  'device',
  'system',
  'browser',
  /** wechat, wecom, alipay, qq, browser, other */
  'app',
  /** First language that the visitor asks for: zh-CN, en */
  'language',
  /** Host that the visitor came from, lower case. */
  'referrer',
  'user_agent',
] as const;
/** Facts that are whole numbers, in TIME_ZONE: hour 0-23, weekday 1 (Monday)-7, day yyyymmdd, minute of the day 0-1439. */
export const VISIT_NUMBER_FACTS = ['hour', 'weekday', 'day', 'minute'] as const;
/** Facts that are so or not. `scanned`: the address carries what only the picture of the code has. */
export const VISIT_FLAG_FACTS = ['crawler', 'scanned'] as const;

export type VisitTextFact = (typeof VISIT_TEXT_FACTS)[number];
export type VisitNumberFact = (typeof VISIT_NUMBER_FACTS)[number];
export type VisitFlagFact = (typeof VISIT_FLAG_FACTS)[number];

/** Most nodes and most nested levels of one condition, most values of one list, most rules of one link. */
export const VISIT_CONDITION_MAX_NODES = 60;
export const VISIT_CONDITION_MAX_DEPTH = 6;
export const VISIT_RULE_MAX_VALUES = 500;
export const VISIT_LINK_MAX_RULES = 20;
/** Most values in all lists of one link's rules: each may be looked at on each visit. */
export const VISIT_LINK_MAX_VALUES = 10_000;

/** Stands for a value in a kind's condition until a rule fills it in. */
const zParameter = z.strictObject({ parameter: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/) });
const zText = z.string().max(200);
/** The largest number that a rule may hold: a day as yyyymmdd fits. */
export const VISIT_RULE_MAX_NUMBER = 99_999_999;
const zWhole = z.int().min(0).max(VISIT_RULE_MAX_NUMBER);

/** Conditions over `Text`, `Texts` …: either values, or values and parameters. */
function conditionSchema<
  T extends z.ZodType,
  L extends z.ZodType,
  R extends z.ZodType,
  N extends z.ZodType,
  M extends z.ZodType,
>(text: T, texts: L, ranges: R, number: N, numbers: M) {
  const leaf = [
    z.strictObject({ fact: z.enum(VISIT_TEXT_FACTS), in: texts }),
    /** Any of the texts stands somewhere in the fact; letter case makes no difference. */
    z.strictObject({ fact: z.enum(VISIT_TEXT_FACTS), contains: texts }),
    z.strictObject({ fact: z.enum(VISIT_TEXT_FACTS), is: text }),
    /** The visitor's language is one of these; a language without a region stands for all of its regions (RFC 4647, 3.3.1). */
    z.strictObject({ speaks: texts }),
    z.strictObject({ fact: z.enum(VISIT_NUMBER_FACTS), in: numbers }),
    /** Both ends included; with `from` above `to` it goes over the end (22 to 6 o'clock). */
    z.strictObject({ fact: z.enum(VISIT_NUMBER_FACTS), from: number, to: number }),
    z.strictObject({ fact: z.enum(VISIT_FLAG_FACTS) }),
    /** The visitor's address lies in one of the ranges: `203.0.113.0/24`, or a single address. */
    z.strictObject({ fact: z.literal('address'), within: ranges }),
    /** So many of a thousand visits, drawn anew for each. */
    z.strictObject({ share: number }),
  ] as const;
  type Leaf = z.output<(typeof leaf)[number]>;
  type Condition = Leaf | { all: Condition[] } | { any: Condition[] } | { not: Condition };
  const condition: z.ZodType<Condition> = z.lazy(() =>
    z.union([
      ...leaf,
      z.strictObject({ all: z.array(condition).min(1).max(20) }),
      z.strictObject({ any: z.array(condition).min(1).max(20) }),
      z.strictObject({ not: condition }),
    ]),
  ) as z.ZodType<Condition>;
  // Looked at first: a deep one must not be walked by the schema.
  return z.unknown().refine(isSmall, { message: 'visit_condition_size' }).pipe(condition);
}

const zTexts = z.array(zText).max(VISIT_RULE_MAX_VALUES);
const zNumbers = z.array(zWhole).max(VISIT_RULE_MAX_VALUES);
const zRanges = z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).max(VISIT_RULE_MAX_VALUES);

/** What must hold for a rule to apply. */
export const zVisitCondition = conditionSchema(zText, zTexts, zRanges, zWhole, zNumbers);
export type VisitCondition = z.output<typeof zVisitCondition>;

const zOpenCondition = conditionSchema(
  z.union([zText, zParameter]),
  z.union([zTexts, zParameter]),
  z.union([zRanges, zParameter]),
  z.union([zWhole, zParameter]),
  z.union([zNumbers, zParameter]),
);
/** A condition in which parameters stand for values. */
export type OpenVisitCondition = z.output<typeof zOpenCondition>;

/** What a rule's parameter may be. */
const PARAMETER_SCHEMAS = {
  text: zText,
  texts: zTexts,
  ranges: zRanges,
  number: zWhole,
  numbers: zNumbers,
} as const;
export type VisitRuleParameterType = keyof typeof PARAMETER_SCHEMAS;

/** A kind of rule, declared by a plugin. */
export const zVisitRuleKind = z.strictObject({
  /** `<plugin>.<kind>`; its words are `rule.<name>`, `rule.<name>.<parameter>` and that with `.help`. */
  name: z.string().regex(/^[a-z][a-z0-9-]{1,39}\.[a-z][a-z0-9_]{0,39}$/),
  parameters: z.record(
    z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
    z.enum(['text', 'texts', 'ranges', 'number', 'numbers']),
  ),
  condition: zOpenCondition,
});
export type VisitRuleKind = z.output<typeof zVisitRuleKind>;

/** What a matching rule does: refuse with a page, or lead to another address. */
export const zVisitRuleAction = z.union([
  z.strictObject({ refuse: z.literal(true) }),
  z.strictObject({ target: targetUrl }),
]);
export type VisitRuleAction = z.output<typeof zVisitRuleAction>;

/** A rule as a link carries it: complete, so that a visit needs nothing but the link. The first that matches decides. */
export const zVisitRule = z.strictObject({
  kind: z.string(),
  condition: zVisitCondition,
  action: zVisitRuleAction,
});
export type VisitRule = z.output<typeof zVisitRule>;

/**
 * Checks a kind's declaration: every parameter that the condition names is declared with a fitting type, and used.
 * @throws TypeError naming what is wrong
 */
export function defineVisitRuleKind(declaration: VisitRuleKind): VisitRuleKind {
  const kind = zVisitRuleKind.parse(declaration);
  const used = new Set<string>();
  walk(kind.condition, (name, type) => {
    if (!Object.hasOwn(kind.parameters, name))
      throw new TypeError(`rule kind ${kind.name}: no parameter is named "${name}"`);
    if (kind.parameters[name] !== type)
      throw new TypeError(`rule kind ${kind.name}: parameter "${name}" must be of type ${type}`);
    used.add(name);
  });
  for (const name of Object.keys(kind.parameters))
    if (!used.has(name)) throw new TypeError(`rule kind ${kind.name}: parameter "${name}" is not used`);
  return kind;
}

/** Schema of a kind's parameters. */
export function visitRuleParameters(kind: Pick<VisitRuleKind, 'parameters'>): z.ZodObject {
  return z.strictObject(
    Object.fromEntries(
      Object.entries(kind.parameters).map(([name, type]) => [name, PARAMETER_SCHEMAS[type]]),
    ),
  );
}

/**
 * The condition of a rule: the kind's, with the parameters filled in.
 * @param values has passed `visitRuleParameters(kind)`
 * @throws z.ZodError when the result is no condition, such as for an address range that is none
 */
export function fillVisitRule(
  kind: VisitRuleKind,
  values: Readonly<Record<string, unknown>>,
): VisitCondition {
  const fill = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(fill);
    if (typeof node !== 'object' || node === null) return node;
    if ('parameter' in node) return values[String(node.parameter)];
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, fill(value)]));
  };
  return zVisitCondition.parse(fill(kind.condition));
}

/** Calls `visit` for each parameter in a condition with the types that its place takes. */
function walk(
  condition: OpenVisitCondition,
  visit: (name: string, type: VisitRuleParameterType) => void,
): void {
  const look = (value: unknown, type: VisitRuleParameterType) => {
    if (typeof value === 'object' && value !== null && 'parameter' in value)
      visit(String(value.parameter), type);
  };
  if ('all' in condition) for (const part of condition.all) walk(part, visit);
  else if ('any' in condition) for (const part of condition.any) walk(part, visit);
  else if ('not' in condition) walk(condition.not, visit);
  else if ('share' in condition) look(condition.share, 'number');
  else if ('within' in condition) look(condition.within, 'ranges');
  else if ('contains' in condition) look(condition.contains, 'texts');
  else if ('speaks' in condition) look(condition.speaks, 'texts');
  else if ('is' in condition) look(condition.is, 'text');
  else if ('from' in condition) {
    look(condition.from, 'number');
    look(condition.to, 'number');
  } else if ('in' in condition)
    look(
      condition.in,
      (VISIT_NUMBER_FACTS as readonly string[]).includes(condition.fact) ? 'numbers' : 'texts',
    );
}

/** The values in all lists of a condition. */
function valuesIn(condition: VisitCondition): number {
  if ('all' in condition) return condition.all.reduce((sum, part) => sum + valuesIn(part), 0);
  if ('any' in condition) return condition.any.reduce((sum, part) => sum + valuesIn(part), 0);
  if ('not' in condition) return valuesIn(condition.not);
  if ('speaks' in condition) return condition.speaks.length;
  const list = 'in' in condition ? condition.in : 'contains' in condition ? condition.contains : undefined;
  if (list !== undefined) return list.length;
  return 'within' in condition ? condition.within.length : 1;
}

/** The rules of one link. */
export const zVisitRules = z
  .array(zVisitRule)
  .max(VISIT_LINK_MAX_RULES)
  .refine(
    (rules) => rules.reduce((sum, { condition }) => sum + valuesIn(condition), 0) <= VISIT_LINK_MAX_VALUES,
    { message: 'visit_condition_size' },
  );

/** Whether a condition has few enough nodes and levels to be looked at on each visit. */
function isSmall(condition: unknown): boolean {
  let nodes = 0;
  const fits = (node: unknown, depth: number): boolean => {
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return true;
    nodes += 1;
    if (depth > VISIT_CONDITION_MAX_DEPTH || nodes > VISIT_CONDITION_MAX_NODES) return false;
    if ('all' in node && Array.isArray(node.all)) return node.all.every((part) => fits(part, depth + 1));
    if ('any' in node && Array.isArray(node.any)) return node.any.every((part) => fits(part, depth + 1));
    return 'not' in node ? fits(node.not, depth + 1) : true;
  };
  return fits(condition, 1);
}
