export { FIELD_STAGES, stageOf } from './field_stages.ts';
export { compileFindProjection, type FindProjection } from './find_projection.ts';
export { compileSort, type Sort, type SortPart } from './sort.ts';
