import type { Field, Resource } from '@waypost/contract';
import { z } from 'zod';

/** Whether a field is a moment: ISO text on the wire, Date in the store. Optional and nullable ones too. */
export function isTimeField(field: Field): boolean {
  let schema: z.ZodType = field.schema;
  while (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    schema = schema.unwrap() as z.ZodType;
  return schema instanceof z.ZodISODateTime;
}

/** Turns the times among stored fields into Dates; other values stay as they are. */
export function toStoredTimes(resource: Resource, fields: Record<string, unknown>): Record<string, unknown> {
  const stored: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const field = resource.fields[name];
    stored[name] =
      typeof value === 'string' && field !== undefined && isTimeField(field) ? new Date(value) : value;
  }
  return stored;
}
