import type { Field } from '@waypost/contract';
import { z } from 'zod';

/** Whether a field is a moment: ISO text on the wire, Date in the store. Optional and nullable ones too. */
export function isTimeField(field: Field): boolean {
  let schema: z.ZodType = field.schema;
  while (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    schema = schema.unwrap() as z.ZodType;
  return schema instanceof z.ZodISODateTime;
}
