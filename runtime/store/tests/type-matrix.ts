import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, Step, StoreCase } from './case-types.ts';

// bun runtime/store/tests/type-matrix.ts writes cases/type-matrix.json from the tables below, which say what the manual's pages
// of the operators say: the types an operator takes, and the code it refuses the others with.

const SAMPLES: [type: string, value: Json][] = [
  ['double', { $numberDouble: '1.5' }],
  ['string', 'a'],
  ['object', { x: 1 }],
  ['array', [1]],
  ['binData', { $binary: { base64: 'AQID', subType: '00' } }],
  ['objectId', { $oid: '65a000000000000000000001' }],
  ['bool', true],
  ['date', { $date: '2024-03-15T13:45:30.123Z' }],
  ['null', null],
  ['regex', { $regularExpression: { pattern: 'a', options: '' } }],
  ['javascript', { $code: 'x' }],
  ['int', 1],
  ['timestamp', { $timestamp: { t: 1, i: 1 } }],
  ['long', { $numberLong: '1' }],
  ['decimal', { $numberDecimal: '1' }],
  ['minKey', { $minKey: 1 }],
  ['maxKey', { $maxKey: 1 }],
];

/** An operator over the field `v`: the types it takes (null apart), the code for others, and whether null gives null. */
interface Row {
  expression: Json;
  takes: string;
  code: number;
  /** What null and a missing field give: null, or the refusal of other types; left out where neither. */
  nullish?: 'null' | 'refused';
  /** Types that are left to the hand-written cases. */
  leaves?: string;
}

const NUMBERS = 'int long double decimal';
const DATES = 'date timestamp objectId';
const v = '$v';

const unary = (names: string, takes: string, code: number, nullish: Row['nullish']): Row[] =>
  names.split(' ').map((name) => ({ expression: { [name]: v }, takes, code, ...(nullish && { nullish }) }));

const parts = (name: string, fields: Json, row: Omit<Row, 'expression'>): Row => ({
  expression: { [name]: fields },
  ...row,
});

const ROWS: Row[] = [
  ...unary('$abs $ceil $floor $sqrt $exp $ln $log10', NUMBERS, 28765, 'null'),
  ...unary('$sin $cos $tan $asin $acos $atan $sinh $cosh $tanh $asinh $acosh $atanh', NUMBERS, 28765, 'null'),
  ...unary('$degreesToRadians $radiansToDegrees', NUMBERS, 28765, 'null'),
  ...unary('$round $trunc', NUMBERS, 51081, 'null'),
  ...unary('$bitNot', 'int long', 28765, 'null'),
  ...unary('$strLenCP', 'string', 34471, 'refused'),
  ...unary('$strLenBytes', 'string', 34473, 'refused'),
  ...unary('$toLower $toUpper', `string ${NUMBERS} date timestamp javascript null`, 16007, undefined),
  ...unary('$size', 'array', 17124, 'refused'),
  ...unary('$reverseArray', 'array', 34435, 'null'),
  ...unary('$objectToArray', 'object', 40390, 'null'),
  ...unary('$arrayToObject', 'array', 40386, 'null'),
  ...unary('$first $last', 'array', 28689, 'null'),
  ...unary('$allElementsTrue', 'array', 17040, 'refused'),
  ...unary('$anyElementTrue', 'array', 17041, 'refused'),
  ...unary('$year $month $dayOfMonth $hour $minute $second $millisecond', DATES, 16006, 'null'),
  ...unary('$dayOfYear $dayOfWeek $week $isoDayOfWeek $isoWeek $isoWeekYear', DATES, 16006, 'null'),
  ...unary('$tsSecond', 'timestamp', 5687301, 'null'),
  ...unary('$tsIncrement', 'timestamp', 5687302, 'null'),
  ...unary('$bsonSize', 'object', 31393, 'null'),
  ...unary('$binarySize', 'string binData', 51276, 'null'),
  ...unary('$mergeObjects', 'object null', 40400, undefined),
  ...unary('$concat', 'string', 16702, 'null'),
  ...unary('$concatArrays', 'array', 28664, 'null'),
  ...unary('$setUnion', 'array', 17043, 'null'),
  ...unary('$setIntersection', 'array', 17047, 'null'),
  ...unary('$add', `${NUMBERS} date`, 14, 'null'),
  ...unary('$multiply', NUMBERS, 14, 'null'),
  ...unary('$bitAnd $bitOr $bitXor', 'int long', 14, 'null'),
  parts('$subtract', [v, 1], { takes: `${NUMBERS} date`, code: 14, nullish: 'null' }),
  parts('$divide', [v, 1], { takes: NUMBERS, code: 14, nullish: 'null' }),
  parts('$mod', [v, 1], { takes: NUMBERS, code: 16611, nullish: 'null' }),
  parts('$pow', [v, 1], { takes: NUMBERS, code: 28762, nullish: 'null' }),
  parts('$log', [v, 10], { takes: NUMBERS, code: 28756, nullish: 'null' }),
  parts('$atan2', [v, 1], { takes: NUMBERS, code: 51044, nullish: 'null' }),
  parts('$arrayElemAt', [v, 0], { takes: 'array', code: 28689, nullish: 'null' }),
  parts('$slice', [v, 1], { takes: 'array', code: 28724, nullish: 'null' }),
  parts('$indexOfArray', [v, 1], { takes: 'array', code: 40090, nullish: 'null' }),
  parts('$in', [1, v], { takes: 'array', code: 40081, nullish: 'refused' }),
  parts('$setDifference', [v, []], { takes: 'array', code: 17048, nullish: 'null' }),
  parts('$setIsSubset', [v, []], { takes: 'array', code: 17046, nullish: 'refused' }),
  parts('$setEquals', [v, []], { takes: 'array', code: 17044, nullish: 'refused' }),
  parts('$split', [v, '-'], { takes: 'string', code: 40085, nullish: 'null' }),
  parts('$indexOfCP', [v, 'a'], { takes: 'string', code: 40093, nullish: 'null' }),
  parts('$indexOfBytes', [v, 'a'], { takes: 'string', code: 40091, nullish: 'null' }),
  parts('$trim', { input: v }, { takes: 'string', code: 50699, nullish: 'null' }),
  parts('$ltrim', { input: v }, { takes: 'string', code: 50699, nullish: 'null' }),
  parts('$rtrim', { input: v }, { takes: 'string', code: 50699, nullish: 'null' }),
  parts(
    '$replaceOne',
    { input: v, find: 'a', replacement: 'b' },
    { takes: 'string', code: 51746, nullish: 'null' },
  ),
  parts(
    '$replaceAll',
    { input: v, find: 'a', replacement: 'b' },
    { takes: 'string', code: 51746, nullish: 'null' },
  ),
  parts('$regexMatch', { input: v, regex: 'a' }, { takes: 'string null', code: 51104 }),
  parts('$regexFind', { input: v, regex: 'a' }, { takes: 'string', code: 51104, nullish: 'null' }),
  parts('$regexFindAll', { input: v, regex: 'a' }, { takes: 'string null', code: 51104 }),
  parts('$map', { input: v, in: 1 }, { takes: 'array', code: 16883, nullish: 'null' }),
  parts('$filter', { input: v, cond: true }, { takes: 'array', code: 28651, nullish: 'null' }),
  parts('$reduce', { input: v, initialValue: 0, in: 1 }, { takes: 'array', code: 40080, nullish: 'null' }),
  parts('$sortArray', { input: v, sortBy: 1 }, { takes: 'array', code: 2942504, nullish: 'null' }),
  parts('$firstN', { input: v, n: 1 }, { takes: 'array', code: 5788200, nullish: 'refused' }),
  parts('$lastN', { input: v, n: 1 }, { takes: 'array', code: 5788200, nullish: 'refused' }),
  parts('$minN', { input: v, n: 1 }, { takes: 'array', code: 5788200, nullish: 'refused' }),
  parts('$maxN', { input: v, n: 1 }, { takes: 'array', code: 5788200, nullish: 'refused' }),
  parts('$zip', { inputs: [v] }, { takes: 'array', code: 34468, nullish: 'null' }),
  parts('$setField', { field: 'a', input: v, value: 1 }, { takes: 'object', code: 4161105, nullish: 'null' }),
  parts('$unsetField', { field: 'a', input: v }, { takes: 'object', code: 4161105, nullish: 'null' }),
  parts('$dateToString', { date: v }, { takes: DATES, code: 16006, nullish: 'null' }),
  parts('$dateToParts', { date: v }, { takes: DATES, code: 16006, nullish: 'null' }),
  parts(
    '$dateAdd',
    { startDate: v, unit: 'day', amount: 1 },
    { takes: DATES, code: 5166403, nullish: 'null' },
  ),
  parts(
    '$dateSubtract',
    { startDate: v, unit: 'day', amount: 1 },
    { takes: DATES, code: 5166403, nullish: 'null' },
  ),
  parts(
    '$dateDiff',
    { startDate: v, endDate: v, unit: 'day' },
    { takes: DATES, code: 5166307, nullish: 'null' },
  ),
  parts('$dateTrunc', { date: v, unit: 'day' }, { takes: DATES, code: 5439012, nullish: 'null' }),
  parts('$dateFromString', { dateString: v }, { takes: 'string', code: 241, nullish: 'null' }),
  parts('$dateFromParts', { year: v }, { takes: 'int long decimal', code: 40515, nullish: 'null' }),
  parts('$range', [v, 1], { takes: 'int long decimal', code: 34443, nullish: 'refused', leaves: 'double' }),
  parts('$toObjectId', v, { takes: 'objectId', code: 241, nullish: 'null' }),
];

/** What accumulators make of one value: those over numbers pass over the rest, others take every type. */
const ACCUMULATORS: [name: string, of: (type: string, value: Json) => Json][] = [
  ['$first', (_type, value) => value],
  ['$last', (_type, value) => value],
  ['$push', (_type, value) => [value]],
  ['$addToSet', (_type, value) => [value]],
  ['$min', (_type, value) => value],
  ['$max', (_type, value) => value],
  ['$sum', (type, value) => (NUMBERS.includes(type) ? value : 0)],
  ['$avg', (type, value) => (type === 'decimal' ? value : average(type))],
  ['$count', () => 1],
  ['$stdDevPop', (type) => (NUMBERS.includes(type) ? { $numberDouble: '0' } : null)],
  ['$stdDevSamp', () => null],
];

const average = (type: string): Json => {
  if (!NUMBERS.includes(type)) return null;
  return { $numberDouble: type === 'double' ? '1.5' : '1' };
};

const documents: Json[] = [...SAMPLES.map(([, value], index) => ({ _id: index, v: value })), { _id: 99 }];

const ask = (id: number, expression: Json): { [name: string]: Json } => ({
  aggregate: 'c',
  pipeline: [{ $match: { _id: id } }, { $project: { _id: 0, r: expression } }],
  cursor: {},
});

const stepsFor = ({ expression, takes, code, nullish, leaves = '' }: Row): Step[] => {
  const isTaken = new Set([...takes.split(' '), ...leaves.split(' ')]);
  const steps = SAMPLES.flatMap(([type], id): Step[] => {
    if (type === 'null' || isTaken.has(type)) return [];
    return [{ command: ask(id, expression), expected: { error: code } }];
  });
  const nulls = [SAMPLES.findIndex(([type]) => type === 'null'), 99];
  for (const id of nulls) {
    if (nullish === 'null')
      steps.push({ command: ask(id, expression), expected: { documents: [{ r: null }] } });
    else if (nullish === 'refused') steps.push({ command: ask(id, expression), expected: { error: code } });
  }
  return steps;
};

const accumulatorSteps = (name: string, of: (type: string, value: Json) => Json): Step[] =>
  SAMPLES.flatMap(([type, value], id): Step[] => {
    // $min and $max pass over null, which is what they give for nothing, too.
    const operand: Json = name === '$count' ? {} : v;
    const pipeline: Json = [{ $match: { _id: id } }, { $group: { _id: null, r: { [name]: operand } } }];
    return [
      {
        command: { aggregate: 'c', pipeline, cursor: {} },
        expected: { documents: [{ _id: null, r: of(type, value) }] },
      },
    ];
  });

/** One case for each operator: its steps put it to each type that it refuses, to null and to a missing field. */
export const typeMatrix = (): StoreCase[] => [
  ...ROWS.map((row): StoreCase => {
    const name = Object.keys(row.expression as object)[0] ?? '';
    return {
      name: `${name} refuses what is not ${row.takes.replaceAll(' ', ', ')}`,
      source: `manual: ${name}, types of its arguments`,
      documents,
      commands: stepsFor(row),
    };
  }),
  ...ACCUMULATORS.map(
    ([name, of]): StoreCase => ({
      name: `${name} over each type`,
      source: `manual: ${name} (accumulator), types of its argument`,
      documents,
      commands: accumulatorSteps(name, of),
    }),
  ),
];

/** As it stands in the file. */
export const typeMatrixText = (): string =>
  `[\n${typeMatrix()
    .map((one) => JSON.stringify(one))
    .join(',\n')}\n]\n`;

export const TYPE_MATRIX_FILE = join(import.meta.dir, 'cases', 'type-matrix.json');

if (import.meta.main) writeFileSync(TYPE_MATRIX_FILE, typeMatrixText());
