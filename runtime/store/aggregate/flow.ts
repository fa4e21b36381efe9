import type { ExpressionOptions } from '../expression/index.ts';
import type { Document, Value } from '../value/index.ts';
import { beginDocument } from '../work/effort.ts';

/** Documents on their way; `undefined` among them is a point where others may be let run. */
export type Flow = Iterable<Document | undefined>;

/** What the server does for a pipeline while it runs. */
export interface PipelineEnvironment {
  /** Documents of another collection that meet the filter. */
  find: (collection: string, filter: Document) => Flow;
  /** Whether a path of a collection can be looked up quickly; without it, it is taken that it can. */
  isIndexed?: (collection: string, path: string) => boolean;
}

/** Carries out one stage. */
export type Stage = (source: Flow, environment: PipelineEnvironment) => Flow;

/** What stages are compiled with; `random` is for `$sample`, too. */
export type PipelineOptions = ExpressionOptions;

export interface StageContext extends PipelineOptions {
  /** Compiles a pipeline inside a stage. StoreError as for the outer one, and for stages that `owner` does not allow. */
  compileInner: (stages: Value[], context: StageContext, owner: string) => InnerPipeline;
  /** Collects the names of other collections that are read. */
  collections: Set<string>;
}

/** A pipeline inside `$lookup`, `$facet` or `$unionWith`. */
export interface InnerPipeline {
  /** Filters at its beginning, as they stand. */
  matches: Document[];
  run: Stage;
}

export type StageCompiler = (operand: Value, context: StageContext, name: string) => Stage;

/** MongoDB's BSONObjMaxInternalSize: 16 MiB, and 16 KiB for what a server adds. */
export const LARGEST_DOCUMENT_BYTES = 16 * 1024 * 1024 + 16 * 1024;

const PAUSE_EVERY = 500;

/** The same documents with a pause after every 500th. */
export function* withPauses(source: Flow): Generator<Document | undefined> {
  let count = 0;
  for (const document of source) {
    beginDocument();
    yield document;
    if (document !== undefined && ++count % PAUSE_EVERY === 0) yield undefined;
  }
}
