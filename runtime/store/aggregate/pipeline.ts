import { StoreError } from '../value/errors.ts';
import { type Document, isDocument, type Value } from '../value/index.ts';
import { BASIC_STAGES, chain, limitOf, skipOf } from './basic-stages.ts';
import { bucketAuto } from './bucket-auto.ts';
import { COMBINED_STAGES } from './combined-stages.ts';
import { stageOf } from './field-stages.ts';
import {
  type Flow,
  type InnerPipeline,
  type PipelineEnvironment,
  type PipelineOptions,
  type Stage,
  type StageCompiler,
  type StageContext,
  withPauses,
} from './flow.ts';
import { GROUP_STAGES } from './group.ts';
import { countingOnly, type LeadingStages, leadingStages } from './leading.ts';
import { compileOutput, type PipelineOutput } from './output.ts';
import { redact } from './redact.ts';
import { limitedSort, sortOf } from './sort-stage.ts';
import { compileTransform } from './transform.ts';

const STAGES: ReadonlyMap<string, StageCompiler> = new Map([
  ...BASIC_STAGES,
  ...GROUP_STAGES,
  ...COMBINED_STAGES,
  ['$bucketAuto', bucketAuto],
  ['$redact', redact],
]);

/** First stages that bring the documents themselves; the server carries them out. */
const SOURCES = ['$changeStream', '$collStats', '$indexStats', '$currentOp'] as const;

/** Every stage. */
export const stageNames = (): string[] => [...STAGES.keys(), ...SOURCES, '$sort', '$out', '$merge'];

export interface PipelineSource {
  name: (typeof SOURCES)[number];
  operand: Value;
}

/** A compiled aggregation pipeline. */
export interface Pipeline {
  /** The first stage, where it is one that brings the documents. */
  source?: PipelineSource;
  /** What at the beginning can be left to a search by index; empty behind a source stage. */
  leading: LeadingStages;
  /** Where all the pipeline does after its leading stages is to count: the answer for that many documents. */
  countOnly?: (count: number) => Document | undefined;
  /** Where the documents go, instead of to the client. */
  output?: PipelineOutput;
  /** Other collections that are read. */
  collections: string[];
  /**
   * The documents that come out. `skipStages` first stages have been carried out by the caller.
   * Errors of expressions are thrown while it runs.
   */
  run: (
    source: Flow,
    environment: PipelineEnvironment,
    skipStages?: number,
  ) => Generator<Document | undefined>;
}

/**
 * Compiles an aggregation pipeline. StoreError 40324 for unknown stages, 40601 and 40602 for stages in the
 * wrong place, 168 for unknown expressions, and each stage's own codes.
 */
export const compilePipeline = (stages: Value[], options: PipelineOptions = {}): Pipeline => {
  const collections = new Set<string>();
  const context: StageContext = { ...options, now: options.now ?? new Date(), collections, compileInner };
  const entries = stages.map((stage) => stageOf(stage));
  const source = sourceOf(entries);
  const middle = source === undefined ? entries : entries.slice(1);
  const output = outputOf(middle, context);
  const compiled = compileStages(output === undefined ? middle : middle.slice(0, -1), context);
  const leading = source === undefined ? leadingStages(middle) : leadingStages([]);
  const countOnly = source === undefined ? countingOnly(middle, leading) : undefined;
  return {
    ...(source !== undefined && { source }),
    ...(countOnly !== undefined && { countOnly }),
    ...(output !== undefined && { output }),
    leading,
    collections: [...collections],
    run: (documents, environment, skipStages = 0) => {
      const flow = chain(compiled.slice(skipStages))(withPauses(documents), environment);
      return generatorOf(flow);
    },
  };
};

function* generatorOf(flow: Flow): Generator<Document | undefined> {
  yield* flow;
}

type Entry = [name: string, operand: Value];

const sourceOf = (entries: Entry[]): PipelineSource | undefined => {
  const [first] = entries;
  const name = SOURCES.find((known) => known === first?.[0]);
  return name === undefined || first === undefined ? undefined : { name, operand: first[1] };
};

const outputOf = (entries: Entry[], context: StageContext): PipelineOutput | undefined => {
  const last = entries[entries.length - 1];
  if (last === undefined || (last[0] !== '$out' && last[0] !== '$merge')) return undefined;
  return compileOutput(last[0], last[1], context, compileTransform);
};

/** Stages that can give many documents for few, or all at once: what follows them needs pauses of its own. */
const BURSTING = new Set(['$unwind', '$sort', '$group', '$sortByCount', '$bucket', '$bucketAuto']);

/** Stages one by one; a sort is told how many documents the next stages let through. */
const compileStages = (entries: Entry[], context: StageContext): Stage[] =>
  entries.map((entry, index) => {
    const stage =
      entry[0] === '$sort'
        ? limitedSort(sortOf(entry[1], context.collation), limitBehind(entries, index + 1))
        : compileStage(entry, context);
    const isPaused = BURSTING.has(entry[0]) && index < entries.length - 1;
    return isPaused ? (source, environment) => withPauses(stage(source, environment)) : stage;
  });

const limitBehind = (entries: Entry[], at: number): number | undefined => {
  const [next, after] = [entries[at], entries[at + 1]];
  if (next?.[0] === '$limit') return limitOf(next[1]);
  if (next?.[0] === '$skip' && after?.[0] === '$limit') return skipOf(next[1]) + limitOf(after[1]);
  return undefined;
};

const compileStage = ([name, operand]: Entry, context: StageContext): Stage => {
  const compile = STAGES.get(name);
  if (compile !== undefined) return compile(operand, context, name);
  if (name === '$out' || name === '$merge') {
    throw new StoreError(40601, `${name} can only be the final stage in the pipeline`);
  }
  if (SOURCES.some((known) => known === name)) {
    throw new StoreError(40602, `${name} is only valid as the first stage in a pipeline`);
  }
  throw new StoreError(40324, `Unrecognized pipeline stage name: '${name}'`);
};

/** What may not stand inside a stage, with the code of the refusal. */
const FORBIDDEN_INSIDE: Record<string, { code: number; stages: readonly string[] }> = {
  $facet: { code: 40600, stages: ['$facet', '$out', '$merge', ...SOURCES] },
  $lookup: { code: 51047, stages: ['$out', '$merge', '$changeStream'] },
  $unionWith: { code: 31441, stages: ['$out', '$merge', '$changeStream'] },
};

const compileInner = (stages: Value[], context: StageContext, owner: string): InnerPipeline => {
  const entries = stages.map((stage) => stageOf(stage));
  for (const [name] of entries) {
    const { code, stages: forbidden } = FORBIDDEN_INSIDE[owner] ?? { code: 40601, stages: [] };
    if (forbidden.includes(name))
      throw new StoreError(code, `${name} is not allowed to be used within a ${owner} stage`);
  }
  const matches: Document[] = [];
  for (const [name, operand] of entries) {
    if (name !== '$match' || !isDocument(operand)) break;
    matches.push(operand);
  }
  return { matches, run: chain(compileStages(entries, context)) };
};
