export {
  analyzeFilter,
  type Bound,
  BRANCHES,
  everythingAsked,
  type FilterBounds,
  type PathBounds,
} from './bounds.ts';
export { type ByteRange, encodeRange, prefixEnd } from './byte-range.ts';
export type { MatchOptions } from './context.ts';
export { filterFields } from './filter-fields.ts';
export { partOf, restOf } from './filter-rest.ts';
export { compileElementMatch, compileMatch, type Matcher } from './matcher.ts';
