import fc from 'fast-check';
import { decimalOfParts } from './decimal-parts.ts';
import {
  Binary,
  BSONRegExp,
  Code,
  type Document,
  int32,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  type Value,
} from './types.ts';

const CLOSE_NUMBERS = [0, -0, 1, -1, 0.1, 1.5, 2 ** 53, -(2 ** 53), 2 ** 63, 5e-324, Number.MAX_VALUE];

/** Decimals near doubles and longs, where order is easily got wrong, and any others. */
const decimals = fc
  .record({
    isNegative: fc.boolean(),
    coefficient: fc.oneof(fc.bigInt({ min: 0n, max: 99n }), fc.bigInt({ min: 0n, max: 10n ** 34n - 1n })),
    exponent: fc.oneof(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -6176, max: 6111 })),
  })
  .map((parts) => decimalOfParts({ kind: 'finite', ...parts }));

/** Numbers of all four kinds. */
export const numbers: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom<Value>(...CLOSE_NUMBERS, Number.NaN, Infinity, -Infinity),
  fc.constantFrom<Value>(2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n), 1n, 0n),
  fc.constantFrom<Value>(decimalOfParts({ kind: 'nan', isNegative: false, coefficient: 0n, exponent: 0 })),
  fc.constantFrom<Value>(
    decimalOfParts({ kind: 'infinite', isNegative: true, coefficient: 0n, exponent: 0 }),
  ),
  fc.double(),
  fc.integer().map((value) => int32(value)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  decimals,
);

const scalars: fc.Arbitrary<Value> = fc.oneof(
  { arbitrary: numbers, weight: 3 },
  { arbitrary: fc.string({ unit: 'binary' }), weight: 2 },
  fc.constantFrom<Value>('\0', '\u0001', 'a\0', '\uffff', '\u{10000}', '', null, true, false),
  fc.constantFrom<Value>(new MinKey(), new MaxKey(), new BSONRegExp('a', 'i'), new Code('return 1')),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)),
  fc
    .tuple(fc.uint8Array(), fc.constantFrom(0, 2, 4, 128))
    .map(([bytes, subtype]) => new Binary(bytes, subtype)),
  fc.tuple(fc.nat(), fc.nat()).map(([t, i]) => new Timestamp({ t, i })),
);

const names = fc.constantFrom('a', 'b', '0', 'é', 'a\u0001');

/** Any value, nested a few levels. */
export const values: fc.Arbitrary<Value> = fc.letrec<{ value: Value; document: Document; array: Value[] }>(
  (tie) => ({
    value: fc.oneof({ maxDepth: 3 }, { arbitrary: scalars, weight: 4 }, tie('document'), tie('array')),
    document: fc.array(fc.tuple(names, tie('value')), { maxLength: 3 }).map((entries) => new Map(entries)),
    array: fc.array(tie('value'), { maxLength: 3 }),
  }),
).value;

export const documents: fc.Arbitrary<Document> = fc
  .array(fc.tuple(names, values), { maxLength: 4 })
  .map((entries) => new Map(entries));
