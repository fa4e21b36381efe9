import type { Resource } from '@waypost/contract';
import { type CollectionDeclaration, isTimeField } from '@waypost/sdk';
import { type IndexDefinition, type IndexOptions, Schema, Types } from 'mongoose';

/** Rows of one moment rise in the order in which they were written: the driver counts where `newId` draws lots. */
const risingId = () => new Types.ObjectId().toHexString();

const OPTIONS = {
  // What is written has passed a zod schema or comes from the service itself; nothing is cast or dropped here.
  strict: false,
  strictQuery: false,
  versionKey: false,
  minimize: false,
  autoIndex: false,
  autoCreate: false,
} as const;

const BASE_FIELDS = {
  _id: { type: String, default: risingId },
  version: Number,
  create_time: Date,
  update_time: Date,
};

/** The Mongoose schema and indexes that a resource's declaration stands for. */
export function resourceSchema(resource: Resource): Schema {
  const fields: Record<string, unknown> = { ...BASE_FIELDS, remove_time: Date, remove_by: String };
  if (resource.access === 'own') fields.owner = String;
  for (const [name, field] of Object.entries(resource.fields))
    if (field.hints.stored !== false) fields[name] = isTimeField(field) ? Date : Schema.Types.Mixed;
  const schema = new Schema(fields as never, OPTIONS);
  const seen = new Set<string>();
  for (const [keys, options] of resourceIndexes(resource)) {
    const name = JSON.stringify(keys);
    if (!seen.has(name)) schema.index(keys, options);
    seen.add(name);
  }
  return schema as unknown as Schema;
}

/**
 * Beside the declared ones: the order that lists have unless asked otherwise, so that a page of a large collection is
 * read and not sorted. Declared indexes first, so that one which says more wins over the same keys by default.
 */
function resourceIndexes(resource: Resource): [IndexDefinition, IndexOptions][] {
  const indexes: [IndexDefinition, IndexOptions][] = [];
  for (const { keys, partial, ...options } of resource.indexes)
    indexes.push([
      { ...keys },
      { ...options, ...(partial === undefined ? {} : { partialFilterExpression: partial }) } as IndexOptions,
    ]);
  if (resource.access === 'own') indexes.push([{ owner: 1, create_time: -1, _id: -1 }, {}]);
  indexes.push([{ create_time: -1, _id: -1 }, {}]);
  for (const [name, { hints }] of Object.entries(resource.fields)) {
    if (hints.unique) indexes.push([{ [name]: 1 }, { unique: true }]);
    else if (hints.index) indexes.push([{ [name]: 1 }, {}]);
  }
  return indexes;
}

/** The Mongoose schema and indexes of a plain collection. */
export function collectionSchema(declaration: CollectionDeclaration): Schema {
  const schema = new Schema(
    { _id: { type: String, default: risingId }, ...declaration.fields } as never,
    OPTIONS,
  );
  for (const { keys, ...options } of declaration.indexes ?? [])
    schema.index({ ...keys }, options as IndexOptions);
  return schema as unknown as Schema;
}
