import { z } from 'zod';
import { publishedTarget } from './target-url.ts';
import {
  limitedParameter,
  parameterType,
  type VisitRuleParameter,
  type VisitRuleParameterType,
  visitRuleParameterSchema,
  zDeclaredParameter,
  zRuleNumbers,
  zRulePatterns,
  zRuleRanges,
  zRuleText,
  zRuleTexts,
  zRuleWhole,
} from './visit-rule-parameter.ts';

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
  /** One of `VISIT_APPS`. */
  'app',
  /** First language that the visitor asks for: zh-CN, en */
  'language',
  /** Host that the visitor came from, lower case. */
  'referrer',
  /** Its first 512 letters. */
  'user_agent',
] as const;
/** Facts that are whole numbers, in TIME_ZONE: hour 0-23, weekday 1 (Monday)-7, day yyyymmdd, minute of the day 0-1439. */
export const VISIT_NUMBER_FACTS = ['hour', 'weekday', 'day', 'minute'] as const;
/**
 * Facts that are so or not. `scanned`: the address carries what only the picture of the code has; `wechat`: it is WeChat's own
 * browser, as visit restriction 2 has it.
 */
export const VISIT_FLAG_FACTS = ['crawler', 'scanned', 'wechat'] as const;

export type VisitTextFact = (typeof VISIT_TEXT_FACTS)[number];
export type VisitNumberFact = (typeof VISIT_NUMBER_FACTS)[number];
export type VisitFlagFact = (typeof VISIT_FLAG_FACTS)[number];

/** Most nodes and most nested levels of one condition, most rules of one link. */
export const VISIT_CONDITION_MAX_NODES = 60;
export const VISIT_CONDITION_MAX_DEPTH = 6;
export const VISIT_LINK_MAX_RULES = 20;
/** Most values in all lists of one link's rules: each may be looked at on each visit. */
export const VISIT_LINK_MAX_VALUES = 10_000;
/** Most texts and patterns of one link's rules that are looked for in what strangers write, letter by letter at each visit. */
export const VISIT_LINK_MAX_PATTERNS = 500;
/** Most visits and longest time that a rate may say. */
export const VISIT_RATE_MAX_VISITS = 100_000;
export const VISIT_RATE_MAX_SECONDS = 86_400;

/** Stands for a value in a kind's condition until a rule fills it in. */
const zParameter = z.strictObject({ parameter: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/) });
/** Conditions over `Text`, `Texts` …: either values, or values and parameters. */
function conditionSchema<
  T extends z.ZodType,
  L extends z.ZodType,
  R extends z.ZodType,
  N extends z.ZodType,
  M extends z.ZodType,
  P extends z.ZodType,
>(text: T, texts: L, ranges: R, number: N, numbers: M, patterns: P) {
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
    /** Any of the patterns of agent-pattern.ts meets the user agent. */
    z.strictObject({ agent: patterns }),
    /** The address has come more often than that within so many seconds, where this rule is looked at; each process counts for itself. */
    z.strictObject({ rate: number, seconds: number }),
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

/** What must hold for a rule to apply. */
export const zVisitCondition = conditionSchema(
  ...([zRuleText, zRuleTexts, zRuleRanges] as const),
  ...([zRuleWhole, zRuleNumbers, zRulePatterns] as const),
);
export type VisitCondition = z.output<typeof zVisitCondition>;

const zOpenCondition = conditionSchema(
  z.union([zRuleText, zParameter]),
  z.union([zRuleTexts, zParameter]),
  z.union([zRuleRanges, zParameter]),
  z.union([zRuleWhole, zParameter]),
  z.union([zRuleNumbers, zParameter]),
  z.union([zRulePatterns, zParameter]),
);
/** A condition in which parameters stand for values. */
export type OpenVisitCondition = z.output<typeof zOpenCondition>;

/** A kind of rule, declared by a plugin. */
export const zVisitRuleKind = z.strictObject({
  /** `<plugin>.<kind>`; its words are `rule.<name>`, `rule.<name>.<parameter>` and that with `.help`. */
  name: z.string().regex(/^[a-z][a-z0-9-]{1,39}\.[a-z][a-z0-9_]{0,39}$/),
  parameters: z.record(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), zDeclaredParameter),
  condition: zOpenCondition,
});
export type VisitRuleKind = z.output<typeof zVisitRuleKind>;

/** What a matching rule does: refuse with a page, or lead to another address. */
export const zVisitRuleAction = z.union([
  z.strictObject({ refuse: z.literal(true) }),
  z.strictObject({ target: publishedTarget }),
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
 * Checks a kind's declaration: every parameter that the condition names is declared with a fitting type, and used. Answers
 * it with the limits of each parameter, which are those of what it is compared with where it declares none.
 * @throws TypeError naming what is wrong
 */
export function defineVisitRuleKind(declaration: VisitRuleKind): VisitRuleKind {
  const kind = zVisitRuleKind.parse(declaration);
  const limited: Record<string, VisitRuleParameter> = {};
  walk(kind.condition, (name, type, fact) => {
    const declared = Object.hasOwn(kind.parameters, name) ? kind.parameters[name] : undefined;
    if (declared === undefined)
      throw new TypeError(`rule kind ${kind.name}: no parameter is named "${name}"`);
    if (parameterType(declared) !== type)
      throw new TypeError(`rule kind ${kind.name}: parameter "${name}" must be of type ${type}`);
    limited[name] ??= limitedParameter(declared, fact);
  });
  const parameters = Object.entries(kind.parameters).map(([name, declared]) => {
    const parameter = limited[name];
    if (parameter === undefined)
      throw new TypeError(`rule kind ${kind.name}: parameter "${name}" is not used`);
    // One without limits stays as it was declared.
    return [name, Object.keys(parameter).length === 1 ? declared : parameter] as const;
  });
  return { ...kind, parameters: Object.fromEntries(parameters) };
}

/** Schema of a kind's parameters. */
export function visitRuleParameters(kind: Pick<VisitRuleKind, 'parameters'>): z.ZodObject {
  return z.strictObject(
    Object.fromEntries(
      Object.entries(kind.parameters).map(([name, declared]) => [name, visitRuleParameterSchema(declared)]),
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

/** Calls `visit` for each parameter in a condition with the types that its place takes, and the fact that it is compared with whole. */
function walk(
  condition: OpenVisitCondition,
  visit: (name: string, type: VisitRuleParameterType, fact?: string) => void,
): void {
  const look = (value: unknown, type: VisitRuleParameterType, fact?: string) => {
    if (typeof value === 'object' && value !== null && 'parameter' in value)
      visit(String(value.parameter), type, fact);
  };
  if ('all' in condition) for (const part of condition.all) walk(part, visit);
  else if ('any' in condition) for (const part of condition.any) walk(part, visit);
  else if ('not' in condition) walk(condition.not, visit);
  else if ('share' in condition) look(condition.share, 'number', 'share');
  else if ('agent' in condition) look(condition.agent, 'patterns');
  else if ('rate' in condition) {
    look(condition.rate, 'number');
    look(condition.seconds, 'number');
  } else if ('within' in condition) look(condition.within, 'ranges');
  else if ('contains' in condition) look(condition.contains, 'texts');
  else if ('speaks' in condition) look(condition.speaks, 'texts');
  else if ('is' in condition) look(condition.is, 'text', condition.fact);
  else if ('from' in condition) {
    look(condition.from, 'number', condition.fact);
    look(condition.to, 'number', condition.fact);
  } else if ('in' in condition)
    look(
      condition.in,
      (VISIT_NUMBER_FACTS as readonly string[]).includes(condition.fact) ? 'numbers' : 'texts',
      condition.fact,
    );
}

/** What strangers write is another text each time: nothing that is found out of it can be remembered. */
const UNLIKE: ReadonlySet<string> = new Set(['user_agent', 'referrer']);

/** The values in all lists of a condition, and how many of them are looked for letter by letter. */
function valuesIn(condition: VisitCondition): { values: number; patterns: number } {
  if ('all' in condition) return sumOf(condition.all);
  if ('any' in condition) return sumOf(condition.any);
  if ('not' in condition) return valuesIn(condition.not);
  if ('agent' in condition) return { values: condition.agent.length, patterns: condition.agent.length };
  const list = listOf(condition);
  const values = list?.length ?? 1;
  const isLooked = 'contains' in condition && UNLIKE.has(condition.fact);
  return { values, patterns: isLooked ? values : 0 };
}

function listOf(condition: VisitCondition): readonly unknown[] | undefined {
  if ('speaks' in condition) return condition.speaks;
  if ('in' in condition) return condition.in;
  if ('contains' in condition) return condition.contains;
  return 'within' in condition ? condition.within : undefined;
}

function sumOf(conditions: readonly VisitCondition[]): { values: number; patterns: number } {
  const sum = { values: 0, patterns: 0 };
  for (const { values, patterns } of conditions.map(valuesIn)) {
    sum.values += values;
    sum.patterns += patterns;
  }
  return sum;
}

/** Whether all rules that one visit looks at hold few enough values. */
export function haveFewValues(rules: readonly { condition: VisitCondition }[]): boolean {
  const { values, patterns } = sumOf(rules.map(({ condition }) => condition));
  return values <= VISIT_LINK_MAX_VALUES && patterns <= VISIT_LINK_MAX_PATTERNS;
}

/** The rules of one link. */
export const zVisitRules = z
  .array(zVisitRule)
  .max(VISIT_LINK_MAX_RULES)
  .refine(haveFewValues, { message: 'visit_condition_size' });

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
