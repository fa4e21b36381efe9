import { mongo } from 'mongoose';
import type { Json } from './case-types.ts';

const {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} = mongo.BSON;

type Fields = { [name: string]: Json };

const fields = (json: Json | undefined): Fields => json as Fields;

/** Reads `{ $name: … }` of canonical EJSON. `$fields` is a document as a list of names and values, in that order. */
const READERS: Record<string, (json: Json, whole: Fields) => unknown> = {
  $numberInt: (json) => new Int32(Number(json)),
  $numberLong: (json) => Long.fromString(String(json)),
  $numberDouble: (json) => new Double(json === '-0' ? -0 : Number(json)),
  $numberDecimal: (json) => Decimal128.fromString(String(json)),
  $oid: (json) => new ObjectId(String(json)),
  $date: (json) => new Date(typeof json === 'string' ? json : Number(fields(json).$numberLong)),
  $binary: (json) =>
    new Binary(
      Buffer.from(String(fields(json).base64), 'base64'),
      Number.parseInt(String(fields(json).subType), 16),
    ),
  $regularExpression: (json) => new BSONRegExp(String(fields(json).pattern), String(fields(json).options)),
  $timestamp: (json) => new Timestamp({ t: Number(fields(json).t), i: Number(fields(json).i) }),
  $minKey: () => new MinKey(),
  $maxKey: () => new MaxKey(),
  $symbol: (json) => new BSONSymbol(String(json)),
  $code: (json, whole) =>
    whole.$scope === undefined
      ? new Code(String(json))
      : new Code(String(json), readValue(whole.$scope) as mongo.Document),
  $fields: (json) =>
    new Map((json as [string, Json][]).map(([name, value]): [string, unknown] => [name, readValue(value)])),
};

/** The BSON value of a case's EJSON; documents become Maps, so that the order of fields stays. */
export const readValue = (json: Json): unknown => {
  if (typeof json === 'number') return numberOf(json);
  if (Array.isArray(json)) return json.map(readValue);
  if (json === null || typeof json !== 'object') return json;
  const [name] = Object.keys(json);
  const read = name === undefined ? undefined : READERS[name];
  if (read !== undefined) return read(json[name as string] as Json, json);
  return new Map(Object.entries(json).map(([key, value]): [string, unknown] => [key, readValue(value)]));
};

const numberOf = (json: number): unknown => {
  if (!Number.isInteger(json)) return new Double(json);
  if (json !== (json | 0)) throw new RangeError(`${json} needs a type: $numberLong or $numberDouble`);
  return new Int32(json);
};

/** Text that is the same for the same BSON value only: it shows types and the order of fields. */
export const showValue = (value: unknown): string => {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Date) return `date(${value.getTime()})`;
  if (Array.isArray(value)) return `[${value.map(showValue).join(', ')}]`;
  if (value instanceof Map) return showFields([...value]);
  if (value instanceof Uint8Array) return showFields(fieldsOf(value));
  return showScalar(value);
};

const showFields = (entries: [string, unknown][]): string =>
  `{${entries.map(([name, value]) => `${name}: ${showValue(value)}`).join(', ')}}`;

const showScalar = (value: unknown): string => {
  if (value instanceof Int32) return String(value.value);
  if (value instanceof Double) return `double(${Object.is(value.value, -0) ? '-0' : value.value})`;
  if (value instanceof Timestamp) return `timestamp(${value.t}, ${value.i})`;
  if (value instanceof Long) return `long(${value})`;
  if (value instanceof Decimal128) return `decimal(${value})`;
  if (value instanceof ObjectId) return `objectId(${value.toHexString()})`;
  if (value instanceof Binary) return `binary(${value.sub_type}, ${value.toString('base64')})`;
  if (value instanceof BSONRegExp) return `regex(${JSON.stringify(value.pattern)}, ${value.options})`;
  if (value instanceof BSONSymbol) return `symbol(${JSON.stringify(value.value)})`;
  if (value instanceof Code) return showCode(value);
  if (value instanceof MinKey) return 'minKey';
  if (value instanceof MaxKey) return 'maxKey';
  throw new TypeError(`no BSON value: ${String(value)}`);
};

const showCode = ({ code, scope }: InstanceType<typeof Code>): string => {
  const text = JSON.stringify(code);
  if (scope === null || scope === undefined) return `code(${text})`;
  const entries = scope instanceof Map ? [...scope] : Object.entries(scope);
  return `code(${text}, ${showFields(entries as [string, unknown][])})`;
};

/** How answers are read: nested documents stay bytes, numbers keep their types. */
export const RAW = { raw: true, promoteValues: false, promoteBuffers: false, bsonRegExp: true } as const;

const decoder = new TextDecoder();

/** The fields of a document in their order, which an object would lose for names like `10`. */
const fieldsOf = (bytes: Uint8Array): [string, unknown][] => {
  const object = mongo.BSON.deserialize(bytes, RAW);
  return [...mongo.BSON.onDemand.parseToElements(bytes)].map(([, at, length]) => {
    const name = decoder.decode(bytes.subarray(at, at + length));
    return [name, object[name]];
  });
};

/** One field of an answer's nested document, by a path of names. */
export const fieldAt = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((current, name) => {
    if (current instanceof Uint8Array) return new Map(fieldsOf(current)).get(name);
    if (Array.isArray(current)) return current[Number(name)];
    return (current as Record<string, unknown> | undefined)?.[name];
  }, value);
