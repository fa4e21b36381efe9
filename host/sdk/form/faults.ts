import { PASSWORD_MIN_LENGTH, type Resource } from '@waypost/contract';
import type { z } from 'zod';
import type { Params, WordsFunction } from '../words/words.ts';
import { unwrap } from './control-model.ts';
import { getIn } from './path.ts';

/** One fault of what was typed, before it has words. */
export interface Fault {
  /** Locale keys, the most exact first. */
  keys: readonly string[];
  params: Params;
}

/** Faults by dotted path. */
export type Faults = Readonly<Record<string, Fault>>;

/** `country_code` of `validation.country_code`. */
const END_OF_KEY = /^[a-z][a-z0-9_]*$/;

type Issue = z.core.$ZodIssue;

/** The first fault of each place. */
export function faultsOf(issues: readonly Issue[], prefix: string, values: unknown): Record<string, Fault> {
  const faults: Record<string, Fault> = {};
  for (const issue of issues) {
    const path = [prefix, ...issue.path.map(String)].filter((step) => step !== '').join('.');
    if (!(path in faults)) faults[path] = faultOf(issue, getIn(values, path));
  }
  return faults;
}

/** Words of a zod issue. `input` tells a missing value from one of the wrong kind. */
export function faultOf(issue: Issue, input: unknown): Fault {
  const isBlank = typeof input === 'string' && input.trim() === '';
  const isEmpty = input === undefined || input === null || isBlank || Number.isNaN(input);
  if (isEmpty && issue.code !== 'custom') return fault('required');
  const found = kindOf(issue);
  // A schema may bring a sentence for each of its checks; zod's own messages are no locale keys, and have no words. It may
  // be the whole key, or as in the server's `error.issue.…` its end.
  if (issue.code === 'custom') return found;
  const end = END_OF_KEY.test(issue.message) ? [`validation.${issue.message}`] : [];
  return { ...found, keys: [issue.message, ...end, ...found.keys] };
}

function kindOf(issue: Issue): Fault {
  switch (issue.code) {
    case 'too_small': {
      const minimum = Number(issue.minimum);
      if (issue.origin === 'string') return fault('too_short', { count: minimum });
      if (issue.origin === 'array' || issue.origin === 'set') return fault('too_few', { count: minimum });
      return fault('too_small', { minimum });
    }
    case 'too_big': {
      const maximum = Number(issue.maximum);
      if (issue.origin === 'string') return fault('too_long', { count: maximum });
      if (issue.origin === 'array' || issue.origin === 'set') return fault('too_many', { count: maximum });
      return fault('too_big', { maximum });
    }
    case 'invalid_type':
      return issue.expected === 'int' || issue.expected === 'number' ? fault('number') : fault('type');
    case 'invalid_format':
      return { keys: [`validation.format.${issue.format}`, 'validation.format'], params: {} };
    case 'not_multiple_of':
      return fault('step', { step: Number(issue.divisor) });
    case 'invalid_value':
      return fault('choice');
    case 'custom':
      return {
        keys: [`validation.${issue.message}`, issue.message, 'validation.type'],
        params: (issue.params ?? {}) as Params,
      };
    default:
      return fault('type');
  }
}

/**
 * The sentence of a fault. A field that is missing may have its own: `<plugin>.<noun>.fault.<field>`, of an entry of a list
 * `<plugin>.<noun>.fault.<list>.<field>`.
 */
export function faultText(
  found: Fault,
  words: WordsFunction,
  { name, path }: { name: string; path: string },
): string {
  const own = found.keys[0] === REQUIRED ? [`${name}.fault.${path.replace(ENTRY_NUMBER, '')}`] : [];
  return words.first([...own, ...found.keys], found.params);
}

const REQUIRED = 'validation.required';
const ENTRY_NUMBER = /\.\d+(?=\.|$)/g;

function fault(name: string, params: Params = {}): Fault {
  return { keys: [`validation.${name}`], params };
}

/**
 * Checks the values of a form with the schemas that the server uses, field by field so that one bad field does not
 * hide another, then the cross-field rules.
 */
export function validate(
  resource: Pick<Resource, 'fields' | 'rules'>,
  names: readonly string[],
  values: Readonly<Record<string, unknown>>,
): Record<string, Fault> {
  const faults: Record<string, Fault> = {};
  for (const name of names) {
    const field = resource.fields[name];
    if (!field) continue;
    const value = values[name];
    if (field.hints.sealed && !isText(field.schema)) {
      const isLeftOut = value === undefined || value === '';
      if (isLeftOut && field.schema.safeParse(undefined).success) continue;
      const found = passwordFault(value);
      if (found) faults[name] = found;
      continue;
    }
    if (value === undefined && 'default' in field.hints) continue;
    const result = field.schema.safeParse(value);
    if (!result.success) Object.assign(faults, faultsOf(result.error.issues, name, values));
  }
  if (Object.keys(faults).length > 0) return faults;
  for (const rule of resource.rules) {
    if (!rule.holds(values)) faults[rule.path] = { keys: [rule.messageKey], params: {} };
  }
  return faults;
}

/** A form for a call says by a schema of texts what may be typed; that of a resource has the sealed value. */
const isText = (schema: z.ZodType): boolean => unwrap(schema).schema.def.type === 'string';

/** docs/product.md, "Accounts and passwords": letters and digits only, at least one of each, 6 or more. */
export function passwordFault(value: unknown): Fault | undefined {
  if (typeof value !== 'string' || value === '') return fault('required');
  if (value.length < PASSWORD_MIN_LENGTH) return fault('too_short', { count: PASSWORD_MIN_LENGTH });
  const isMixed = /^[0-9A-Za-z]+$/.test(value) && /[0-9]/.test(value) && /[A-Za-z]/.test(value);
  return isMixed ? undefined : fault('password');
}
