import { compileMatch } from '../match/index.ts';
import { StoreError } from '../value/errors.ts';
import {
  type Document,
  isDocument,
  isNumber,
  showValue,
  toWholeNumber,
  type Value,
  wholeValue,
} from '../value/index.ts';
import { FIELD_STAGES } from './field-stages.ts';
import type { Flow, Stage, StageCompiler } from './flow.ts';

const match: StageCompiler = (operand, context) => {
  if (!isDocument(operand))
    throw new StoreError(15959, 'the match filter must be an expression in an object');
  const matcher = compileMatch(operand, context);
  return function* filter(source: Flow) {
    for (const document of source) {
      if (document === undefined || matcher.test(document)) yield document;
    }
  };
};

/** A stage that makes one document of each. */
const mapped: StageCompiler = (operand, context, name) => {
  const transform = FIELD_STAGES.get(name)?.(operand, context, name);
  if (transform === undefined) throw new TypeError(`${name} is no field stage`);
  return function* map(source: Flow) {
    for (const document of source) yield document === undefined ? undefined : transform(document);
  };
};

/** The operand of `$limit`. StoreError 5107201 or 15958. */
export const limitOf = (operand: Value): number => {
  const count = toWholeNumber(operand);
  if (count === undefined || count < 0)
    throw new StoreError(
      5107201,
      `invalid argument to $limit stage: Expected a non-negative integer in: $limit: ${showValue(operand)}`,
    );
  if (count === 0) throw new StoreError(15958, 'the limit must be positive');
  return count;
};

/** The operand of `$skip`. StoreError 5107200. */
export const skipOf = (operand: Value): number => {
  const count = toWholeNumber(operand);
  if (count === undefined || count < 0) {
    throw new StoreError(
      5107200,
      'invalid argument to $skip stage: Expected a non-negative number in: $skip',
    );
  }
  return count;
};

const limit: StageCompiler = (operand) => {
  const count = limitOf(operand);
  return function* take(source: Flow) {
    let left = count;
    for (const document of source) {
      yield document;
      if (document !== undefined && --left === 0) return;
    }
  };
};

const skip: StageCompiler = (operand) => {
  const count = skipOf(operand);
  return function* drop(source: Flow) {
    let left = count;
    for (const document of source) {
      if (document !== undefined && left > 0) left--;
      else yield document;
    }
  };
};

const count: StageCompiler = (operand) => {
  const name = countField(operand);
  return function* total(source: Flow) {
    let found = 0;
    for (const document of source) {
      if (document === undefined) yield undefined;
      else found++;
    }
    if (found > 0) yield new Map([[name, wholeValue(found)]]);
  };
};

/** The field that `$count` names. StoreError 40156 to 40160. */
export const countField = (operand: Value): string => {
  if (typeof operand !== 'string') throw new StoreError(40156, 'the count field must be a non-empty string');
  if (operand === '') throw new StoreError(40157, 'the count field must be a non-empty string');
  if (operand.startsWith('$')) throw new StoreError(40158, 'the count field cannot be a $-prefixed path');
  if (operand.includes('.')) throw new StoreError(40160, "the count field cannot contain '.'");
  return operand;
};

/** The operand of `$sample`. StoreError 28745 to 28749. */
const sampleSize = (operand: Value): number => {
  if (!isDocument(operand)) throw new StoreError(28745, 'the $sample stage specification must be an object');
  for (const key of operand.keys()) {
    if (key !== 'size') throw new StoreError(28748, `unrecognized option to $sample: ${key}`);
  }
  const size = operand.get('size');
  if (size === undefined) throw new StoreError(28749, '$sample stage must specify a size');
  if (!isNumber(size)) throw new StoreError(28746, 'size argument to $sample must be a number');
  const count = toWholeNumber(size) ?? -1;
  if (count < 0) throw new StoreError(28747, 'size argument to $sample must not be negative');
  return count;
};

const sample: StageCompiler = (operand, { random = Math.random }) => {
  const size = sampleSize(operand);
  return function* choose(source: Flow) {
    const documents: Document[] = [];
    for (const document of source) {
      if (document === undefined) yield undefined;
      else documents.push(document);
    }
    for (let index = 0; index < Math.min(size, documents.length); index++) {
      const chosen = index + Math.floor(random() * (documents.length - index));
      const document = documents[chosen] as Document;
      documents[chosen] = documents[index] as Document;
      yield document;
    }
  };
};

/** Stages that look at one document after the other. */
export const BASIC_STAGES: [string, StageCompiler][] = [
  ['$match', match],
  ['$limit', limit],
  ['$skip', skip],
  ['$count', count],
  ['$sample', sample],
  ...[...FIELD_STAGES.keys()].map((name): [string, StageCompiler] => [name, mapped]),
];

/** Runs stages one after the other. */
export const chain =
  (stages: Stage[]): Stage =>
  (source, environment) =>
    stages.reduce((flow, stage) => stage(flow, environment), source);
