import { StoreRefusal } from './refusal.ts';
import type { Fields, Value } from './structure.ts';

/** What a plugin may do with collections of the database, by name. */
export interface CollectionRights {
  database: string;
  canRead(collection: string): boolean;
  canWrite(collection: string): boolean;
}

/** Stages that see nothing but the documents that come to them. Those that are not named here are refused. */
const OWN_DOCUMENTS_ONLY = new Set([
  '$addFields',
  '$bucket',
  '$bucketAuto',
  '$changeStreamSplitLargeEvent',
  '$count',
  '$densify',
  '$documents',
  '$fill',
  '$geoNear',
  '$group',
  '$limit',
  '$match',
  '$project',
  '$redact',
  '$replaceRoot',
  '$replaceWith',
  '$sample',
  '$set',
  '$setWindowFields',
  '$skip',
  '$sort',
  '$sortByCount',
  '$unset',
  '$unwind',
]);
const CHANGE_STREAM_FIELDS = new Set([
  'fullDocument',
  'fullDocumentBeforeChange',
  'resumeAfter',
  'startAfter',
  'startAtOperationTime',
  'showExpandedEvents',
]);
const LOOKUP_FIELDS = new Set(['from', 'localField', 'foreignField', 'let', 'pipeline', 'as']);
const GRAPH_FIELDS = new Set([
  'from',
  'startWith',
  'connectFromField',
  'connectToField',
  'as',
  'maxDepth',
  'depthField',
  'restrictSearchWithMatch',
]);
const MERGE_FIELDS = new Set(['into', 'on', 'let', 'whenMatched', 'whenNotMatched']);

type Stage = (operand: Value, rights: CollectionRights) => void;

const STAGES: Readonly<Record<string, Stage>> = {
  $facet(operand, rights) {
    for (const pipeline of fieldsOf('$facet', operand).values()) checkPipeline(pipeline, rights);
  },
  $lookup(operand, rights) {
    const fields = fieldsOf('$lookup', operand, LOOKUP_FIELDS);
    // Without a collection the pipeline brings its own documents.
    if (fields.has('from')) requireRead(fields.get('from'), '$lookup', rights);
    if (fields.has('pipeline')) checkPipeline(fields.get('pipeline'), rights);
  },
  $graphLookup(operand, rights) {
    requireRead(fieldsOf('$graphLookup', operand, GRAPH_FIELDS).get('from'), '$graphLookup', rights);
  },
  $unionWith(operand, rights) {
    if (typeof operand === 'string') return requireRead(operand, '$unionWith', rights);
    const fields = fieldsOf('$unionWith', operand, new Set(['coll', 'pipeline']));
    if (fields.has('coll')) requireRead(fields.get('coll'), '$unionWith', rights);
    if (fields.has('pipeline')) checkPipeline(fields.get('pipeline'), rights);
  },
  $out(operand, rights) {
    requireTarget(operand, '$out', rights);
  },
  $merge(operand, rights) {
    if (typeof operand === 'string') return requireTarget(operand, '$merge', rights);
    const fields = fieldsOf('$merge', operand, MERGE_FIELDS);
    requireTarget(fields.get('into'), '$merge', rights);
    const matched = fields.get('whenMatched');
    if (Array.isArray(matched)) checkPipeline(matched, rights);
  },
  $changeStream(operand) {
    fieldsOf('$changeStream', operand, CHANGE_STREAM_FIELDS);
  },
};

/**
 * Checks every stage, also those within stages.
 * @throws StoreRefusal for a collection that is not the plugin's, and for stages that are not known to be harmless
 */
export function checkPipeline(pipeline: Value | undefined, rights: CollectionRights): void {
  if (!Array.isArray(pipeline)) throw new StoreRefusal('a pipeline must be a list of stages');
  for (const stage of pipeline) {
    if (!(stage instanceof Map) || stage.size !== 1)
      throw new StoreRefusal('a stage must be a document with one field');
    const [[name, operand]] = stage as unknown as [[string, Value]];
    if (OWN_DOCUMENTS_ONLY.has(name)) continue;
    if (!Object.hasOwn(STAGES, name)) throw new StoreRefusal(`the stage ${name} is not open to plugins`);
    STAGES[name]?.(operand, rights);
  }
}

function fieldsOf(stage: string, operand: Value, known?: ReadonlySet<string>): Fields {
  if (!(operand instanceof Map)) throw new StoreRefusal(`${stage} takes a document`);
  for (const name of operand.keys())
    if (known !== undefined && !known.has(name))
      throw new StoreRefusal(`${stage} with the field ${name} is not open to plugins`);
  return operand;
}

function requireRead(name: Value | undefined, stage: string, rights: CollectionRights): void {
  if (typeof name !== 'string') throw new StoreRefusal(`${stage} takes the name of a collection`);
  if (!rights.canRead(name)) throw new StoreRefusal(`${stage}: the collection ${name} is not the plugin's`);
}

/** A collection to write to: its name, or `{ db, coll }` with our database. */
function requireTarget(target: Value | undefined, stage: string, rights: CollectionRights): void {
  let name = target;
  if (target instanceof Map) {
    fieldsOf(stage, target, new Set(['db', 'coll']));
    if (target.get('db') !== rights.database) throw new StoreRefusal(`${stage}: not this database`);
    name = target.get('coll');
  }
  if (typeof name !== 'string' || !rights.canWrite(name))
    throw new StoreRefusal(`${stage}: the collection ${String(name)} is not the plugin's`);
}
