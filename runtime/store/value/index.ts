export { checkDocument } from './check-document.ts';
export { cloneValue, isIdentical } from './clone.ts';
export { type Collation, compileCollation } from './collation.ts';
export { compareText, compareValues, equalValues, rankOf } from './compare.ts';
export { fieldsCutter } from './cut-fields.ts';
export { cutReplacement, hasSameId } from './cut-replacement.ts';
export {
  decodeCommand,
  decodeDocument,
  type FieldTree,
  fieldsReader,
  readField,
  readFields,
  readTree,
} from './decode.ts';
export { encodeDocument } from './encode.ts';
export { hashKey } from './hash.ts';
export { encodeKey, encodeKeys } from './key.ts';
export {
  addNumbers,
  divideNumbers,
  fitsInt,
  fitsLong,
  isNotANumber,
  isZero,
  multiplyNumbers,
  remainderNumbers,
  subtractNumbers,
  toDecimal,
  toDouble,
  toWholeNumber,
  wholeValue,
} from './numbers.ts';
export { arrayIndexOf, getPath, type LeafArrays, type PathValues, splitPath, walkPath } from './path.ts';
export { documentOf, fromPlain, toPlain } from './plain.ts';
export { showField, showValue } from './show.ts';
export { isTruthy } from './truth.ts';
export * from './types.ts';
