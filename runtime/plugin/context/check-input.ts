import { errors, type Issue } from '@waypost/contract';
import type { z } from 'zod';

type Translate = (key: string, params?: Record<string, string | number>) => string;
type ZodIssue = z.core.$ZodIssue;

/** Faults told at once; a body can hold a hundred thousand of them. */
const ISSUES_TOLD = 100;

/**
 * Checks `input` against `schema`.
 * @returns the schema's output
 * @throws AppError `invalid_input` 422 with the path and a translated text of each fault
 */
export async function checkInput<S extends z.ZodType>(
  schema: S,
  input: unknown,
  translate: Translate,
): Promise<z.output<S>> {
  const parsed = await schema.safeParseAsync(input, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw errors.invalidInput.create({}, { errors: describeIssues(parsed.error.issues, translate) });
}

function describeIssues(issues: readonly ZodIssue[], translate: Translate): Issue[] {
  const told: Issue[] = [];
  for (const issue of issues) {
    if (told.length >= ISSUES_TOLD) break;
    told.push(...describeIssue(issue, translate, ISSUES_TOLD - told.length));
  }
  return told;
}

/** The faults that one zod issue stands for; unknown keys are one fault each, at their own path. */
export function describeIssue(issue: ZodIssue, translate: Translate, limit = ISSUES_TOLD): Issue[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, limit).map((key) => ({
      path: [...path, key].join('.'),
      message: translate('error.issue.unknown_field'),
    }));
  return [{ path: path.join('.'), message: issueText(issue, translate) }];
}

/** Forms that have a sentence of their own. */
const FORMATS: ReadonlySet<string> = new Set(['url', 'email', 'datetime', 'date']);

/** Kinds of values that people know by a name. */
const KINDS: ReadonlySet<string> = new Set(['string', 'number', 'int', 'boolean', 'array', 'object']);

function issueText(issue: ZodIssue, translate: Translate): string {
  const say = (kind: string, params: Record<string, string | number> = {}) =>
    translate(`error.issue.${kind}`, params);
  if (issue.code === 'invalid_type' && issue.input === undefined) return say('required');
  // A schema may bring a sentence for each of its checks; zod's own messages are no locale keys.
  const own = translate(issue.message);
  if (issue.code !== 'custom' && own !== issue.message) return own;
  switch (issue.code) {
    case 'invalid_type':
      return say(KINDS.has(issue.expected) ? `wrong_type.${issue.expected}` : 'wrong_type');
    case 'too_small':
      return say(`too_small.${sizeKind(issue.origin)}`, { count: Number(issue.minimum) });
    case 'too_big':
      return say(`too_big.${sizeKind(issue.origin)}`, { count: Number(issue.maximum) });
    case 'invalid_format':
      return FORMATS.has(issue.format) ? say(`format.${issue.format}`) : say('format');
    case 'invalid_value':
      return say('not_one_of', { values: issue.values.map(String).join(', ') });
    case 'not_multiple_of':
      return say('multiple_of', { step: Number(issue.divisor) });
    case 'custom':
      return customText(issue.message, translate, issue.params);
    default:
      return say('invalid');
  }
}

/** Custom issues carry a word of their schema (`target_url`) or a whole locale key, with what its sentence names. */
function customText(message: string, translate: Translate, given: Record<string, unknown> = {}): string {
  const key = `error.issue.${message}`;
  const params = Object.fromEntries(
    Object.entries(given).filter(
      (entry): entry is [string, string | number] =>
        typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  );
  const text = translate(key, params);
  return text === key ? translate(message, params) : text;
}

function sizeKind(origin: string): 'text' | 'list' | 'number' {
  if (origin === 'string') return 'text';
  return origin === 'array' || origin === 'set' ? 'list' : 'number';
}
