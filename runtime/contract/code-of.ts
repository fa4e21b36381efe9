import { z } from 'zod';

/** A zod schema that accepts exactly the codes of one of the tables of constants.ts. */
export function codeOf<const T extends Readonly<Record<string, number>>>(
  table: T,
): z.ZodType<T[keyof T], T[keyof T]> {
  const codes = Object.values(table) as T[keyof T][];
  return z.literal(codes as [T[keyof T], ...T[keyof T][]]) as unknown as z.ZodType<T[keyof T], T[keyof T]>;
}
