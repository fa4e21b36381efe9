import { z } from 'zod';

export const PARAMETER_KINDS = ['text', 'number', 'choice'] as const;
export const MOST_PARAMETERS = 20;
export const MOST_ARGUMENTS = 50;
/** Letters of one argument, and of what is typed for a parameter. */
const LONGEST_ARGUMENT = 2_000;
const LONGEST_VALUE = 500;
/** A value that a pattern is held against is short: whatever the pattern, that takes no time. */
const LONGEST_MATCHED = 200;
const LONGEST_PATTERN = 200;
/** Ways through a pattern that may have to be tried for one value: some tenths of a second. */
const MOST_WAYS = 4e7;

/** Line breaks and whatever else is no letter: no argument needs one, and logs and screens would be written over by it. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
const zLine = z
  .string()
  .refine((text) => !CONTROL.test(text) && text.isWellFormed(), 'system.script.fault.control');

/**
 * Whether a pattern is one that nobody can make the server think about for minutes: no groups that repeat, nothing that looks back or
 * ahead, few parts of open length, and not too many ways through all of it.
 */
export function isTamePattern(pattern: string): boolean {
  try {
    new RegExp(`^(?:${pattern})$`, 'u');
  } catch {
    return false;
  }
  const bare = pattern.replaceAll(/\\[^\dk]/g, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  if (/\\[\dk]|\(\?(?!:)|\)[*+?{]/.test(bare)) return false;
  return (bare.match(OPEN) ?? []).length <= 3 && waysThrough(bare) <= MOST_WAYS;
}

const OPEN = /[*+]|\{\d+,\d*\}/g;

/** What is tried at worst: each part of open length has as many ends as a value has letters, each `?` two, each choice its branches. */
function waysThrough(bare: string): number {
  const parts = bare.replaceAll('(?:', '(');
  const open = parts.match(OPEN)?.length ?? 0;
  const optional = parts.match(/\?/g)?.length ?? 0;
  const groups = parts.split('(').length;
  // However branches are spread over groups, evenly is the worst.
  const branches = (parts.match(/\|/g)?.length ?? 0) / groups + 1;
  return LONGEST_MATCHED ** open * 2 ** optional * branches ** groups;
}

export const zParameter = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'system.script.fault.name'),
  /** What it is called on the form; empty: its name. */
  title: z.string().trim().max(100),
  kind: z.enum(PARAMETER_KINDS),
  /** Of a choice: what can be chosen. */
  choices: z.array(zLine.min(1).max(LONGEST_VALUE)).max(100),
  /** Of a text: all of it has to match. Empty: any text. */
  pattern: z.string().max(LONGEST_PATTERN),
  /** Of a number. Null: no limit. */
  minimum: z.int().nullable(),
  maximum: z.int().nullable(),
  /** What stands in the form at first. */
  preset: zLine.max(LONGEST_VALUE),
});
export type Parameter = z.output<typeof zParameter>;

export const NEW_PARAMETER: Parameter = {
  name: '',
  title: '',
  kind: 'text',
  choices: [],
  pattern: '',
  minimum: null,
  maximum: null,
  preset: '',
};

/** What is run: a program and its arguments, `{{name}}` in the place of a parameter. */
export const zProgram = zLine
  .trim()
  .min(1)
  .max(300)
  // No program has a name that begins so, and `-c` of somebody's would be none of theirs.
  .regex(/^[^-\s{}][^\s{}]*$/, 'system.script.fault.program');
export const zArgument = zLine.max(LONGEST_ARGUMENT);

const PLACE = /\{\{([a-z][a-z0-9_]*)\}\}/g;
/** One that begins an argument. */
const FIRST = /^\{\{([a-z][a-z0-9_]*)\}\}/;

/** Names of the parameters that arguments have places for. */
export const placesOf = (words: readonly string[]): Set<string> =>
  new Set(words.flatMap((word) => [...word.matchAll(PLACE)].map(([, name]) => name as string)));

/** What may be typed for a parameter: the same in the form and on the server. */
export function valueSchema({ kind, choices, pattern, minimum, maximum }: Parameter): z.ZodType<string> {
  if (kind === 'choice')
    return z.string().refine((text) => choices.includes(text), 'system.script.fault.choice');
  if (kind === 'number')
    return z.string().refine((text) => isWithin(text, minimum, maximum), 'system.script.fault.number');
  if (pattern === '') return zLine.min(1, 'system.script.fault.missing').max(LONGEST_VALUE);
  return zLine
    .max(LONGEST_MATCHED)
    .refine((text) => new RegExp(`^(?:${pattern})$`, 'u').test(text), 'system.script.fault.pattern');
}

function isWithin(text: string, minimum: number | null, maximum: number | null): boolean {
  const number = Number(text);
  if (!/^-?\d{1,15}$/.test(text)) return false;
  return number >= (minimum ?? -Infinity) && number <= (maximum ?? Infinity);
}

/** Values for all parameters of a script, and for nothing else. @param words the arguments that have places for them */
export function valuesSchema(
  parameters: readonly Parameter[],
  words: readonly string[],
): z.ZodType<Record<string, string>> {
  const first = new Set(words.map((word) => FIRST.exec(word)?.[1]));
  const shape = parameters.map((one) => [
    one.name,
    first.has(one.name)
      ? valueSchema(one).refine((text) => !text.startsWith('-'), 'system.script.fault.option')
      : valueSchema(one),
  ]);
  // Of a shape that is made at run time zod knows no values.
  return z.strictObject(Object.fromEntries(shape)) as never;
}

/**
 * The words of a run: each argument is one word, whatever is typed into it.
 * @returns the name of a parameter whose value would be taken for an option instead: what begins an argument must not begin with `-`
 */
export function fillArguments(
  words: readonly string[],
  values: Readonly<Record<string, string>>,
): { words: string[] } | { option: string } {
  const filled: string[] = [];
  for (const word of words) {
    const text = word.replaceAll(PLACE, (_all, name: string) => values[name] ?? '');
    const [, first] = FIRST.exec(word) ?? [];
    if (first !== undefined && text.startsWith('-')) return { option: first };
    filled.push(text);
  }
  return { words: filled };
}
