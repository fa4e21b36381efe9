export { compileFindProjection, type FindProjection } from './find-projection.ts';
export type { Flow, PipelineEnvironment, PipelineOptions } from './flow.ts';
export { LARGEST_DOCUMENT_BYTES } from './flow.ts';
export type { LeadingStages } from './leading.ts';
export type { PipelineOutput, WhenMatched } from './output.ts';
export { compilePipeline, type Pipeline, type PipelineSource } from './pipeline.ts';
export { compileSort, type Sort, type SortPart } from './sort.ts';
export { compileTransform } from './transform.ts';
