import type { Field, FieldHints } from '@waypost/contract';
import type { z } from 'zod';

/** What a form needs to know of one field, read from its schema and hints. */
export interface ControlModel {
  name: string;
  /** Control to use: a built-in one, or a name among the page's own. */
  control: string;
  isRequired: boolean;
  isNullable: boolean;
  isNumber: boolean;
  /** The value is a list. */
  isMultiple: boolean;
  options: readonly (string | number)[];
  minimum: number | undefined;
  maximum: number | undefined;
  maximumLength: number | undefined;
  hints: FieldHints;
}

interface Unwrapped {
  schema: z.ZodType;
  isOptional: boolean;
  isNullable: boolean;
}

interface SchemaDefinition {
  type: string;
  innerType?: z.ZodType;
  defaultValue?: unknown;
  in?: z.ZodType;
  values?: readonly unknown[];
  entries?: Readonly<Record<string, string | number>>;
  format?: string;
}

/** The schema under `.optional()`, `.nullable()`, pipes and the like. */
export function unwrap(schema: z.ZodType): Unwrapped {
  const definition = schema.def as SchemaDefinition;
  switch (definition.type) {
    case 'optional':
    case 'default':
    case 'nonoptional':
    case 'readonly':
    case 'catch': {
      const inner = unwrap(definition.innerType as z.ZodType);
      return { ...inner, isOptional: inner.isOptional || definition.type !== 'nonoptional' };
    }
    case 'prefault': {
      const innerType = definition.innerType as z.ZodType;
      const inner = unwrap(innerType);
      // Programs may leave it out and are told what is missing: whoever fills a form in is told before.
      const mayBeLeftOut = innerType.safeParse(definition.defaultValue).success;
      return { ...inner, isOptional: inner.isOptional || mayBeLeftOut };
    }
    case 'nullable':
      return { ...unwrap(definition.innerType as z.ZodType), isNullable: true };
    case 'pipe':
      return unwrap(definition.in as z.ZodType);
    default:
      return { schema, isOptional: false, isNullable: false };
  }
}

/** Longest text that still fits a single line. */
const SINGLE_LINE_LENGTH = 300;

/** Chooses the control of a field; `hints.control` decides where it is given. */
export function controlModel(name: string, { schema, hints }: Field): ControlModel {
  const inner = unwrap(schema);
  const definition = inner.schema.def as SchemaDefinition;
  const limits = inner.schema as {
    minValue?: number | null;
    maxValue?: number | null;
    maxLength?: number | null;
  };
  const options = hints.options ?? choicesOf(definition);
  const maximumLength = definition.type === 'string' ? (limits.maxLength ?? undefined) : undefined;
  return {
    name,
    control: hints.control ?? controlOf(hints) ?? chooseControl(definition, options, maximumLength),
    isRequired:
      !inner.isOptional && !inner.isNullable && !('default' in hints) && definition.type !== 'boolean',
    isNullable: inner.isNullable,
    isMultiple: definition.type === 'array',
    isNumber: definition.type === 'number' || typeof options[0] === 'number',
    options,
    minimum: definition.type === 'number' ? finite(limits.minValue) : undefined,
    maximum: definition.type === 'number' ? finite(limits.maxValue) : undefined,
    maximumLength,
    hints,
  };
}

function controlOf(hints: FieldHints): string | undefined {
  if (hints.sealed) return 'password';
  return hints.ref === undefined ? undefined : 'reference';
}

function choicesOf(definition: SchemaDefinition): readonly (string | number)[] {
  const values =
    definition.type === 'literal'
      ? (definition.values ?? [])
      : definition.type === 'enum'
        ? Object.values(definition.entries ?? {})
        : [];
  return values.filter((value) => typeof value === 'string' || typeof value === 'number');
}

function chooseControl(
  definition: SchemaDefinition,
  options: readonly unknown[],
  maximumLength: number | undefined,
): string {
  if (options.length > 0) return options.length <= 3 ? 'radio' : 'select';
  if (definition.type === 'number') return 'number';
  if (definition.type === 'boolean') return 'switch';
  if (definition.type === 'array') return 'tags';
  if (definition.type === 'string' && definition.format === 'datetime') return 'datetime';
  if (definition.type === 'string' && definition.format === 'date') return 'date';
  if (definition.type === 'string') return (maximumLength ?? 0) > SINGLE_LINE_LENGTH ? 'textarea' : 'text';
  return 'json';
}

/** zod says ±2^53 for every integer: that is no limit worth telling. */
function finite(limit: number | null | undefined): number | undefined {
  return limit === null || limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER
    ? undefined
    : limit;
}
