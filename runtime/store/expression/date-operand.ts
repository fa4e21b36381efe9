import { StoreError } from '../value/errors.ts';
import {
  type Document,
  isDocument,
  isNullish,
  ObjectId,
  Timestamp,
  typeNameOf,
  type Value,
} from '../value/index.ts';
import { compilePart } from './operands.ts';
import { type TimeZone, timeZone, UTC } from './time-zone.ts';
import type { Context, Evaluate } from './types.ts';

/** The instant of a value that stands for a date, in milliseconds. StoreError 16006 or `code` for other types. */
export const instantOfValue = (value: Value, code = 16006): number => {
  if (value instanceof Date) return value.getTime();
  if (value instanceof Timestamp) return value.t * 1000;
  if (value instanceof ObjectId) return value.getTimestamp().getTime();
  throw new StoreError(code, `can't convert from BSON type ${typeNameOf(value)} to Date`);
};

/** The zone that the part `timezone` names; UTC without it; undefined where it evaluates to null. */
export const compileZone = (
  parts: Document,
  context: Context,
): ((root: Document) => TimeZone | undefined) => {
  if (!parts.has('timezone')) return () => UTC;
  const evaluate = compilePart(parts, 'timezone', context);
  return (root) => {
    const name = evaluate(root);
    if (isNullish(name)) return undefined;
    if (typeof name !== 'string')
      throw new StoreError(40517, `timezone must evaluate to a string, found ${typeNameOf(name)}`);
    return timeZone(name);
  };
};

/**
 * An operator on a date: its operand is an expression, a list of one, or `{ date, timezone }`.
 * Nullish dates and zones give null.
 */
export const compileDateOperand = (
  operand: Value,
  context: Context,
  name: string,
): ((root: Document) => { instant: number; zone: TimeZone } | undefined) => {
  const isNamed = isDocument(operand) && operand.keys().next().value?.startsWith('$') !== true;
  const single = Array.isArray(operand) && operand.length === 1 ? (operand[0] as Value) : operand;
  if (Array.isArray(single))
    throw new StoreError(
      40536,
      `${name} accepts exactly one argument if given an array, but was given ${single.length}`,
    );
  if (isNamed) checkNames(operand, name);
  const date: Evaluate = isNamed ? compilePart(operand, 'date', context) : context.compile(single, context);
  const zoneOf = isNamed ? compileZone(operand, context) : () => UTC;
  return (root) => {
    const value = date(root);
    if (isNullish(value)) return undefined;
    const instant = instantOfValue(value);
    const zone = zoneOf(root);
    return zone === undefined ? undefined : { instant, zone };
  };
};

const checkNames = (operand: Document, name: string): void => {
  for (const key of operand.keys()) {
    if (key !== 'date' && key !== 'timezone')
      throw new StoreError(40535, `unrecognized option to ${name}: "${key}"`);
  }
  if (!operand.has('date'))
    throw new StoreError(40539, `missing 'date' argument to ${name}, provided: timezone`);
};
