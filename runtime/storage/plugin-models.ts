import { collectionName, type Resource } from '@waypost/contract';
import type { CollectionDeclaration, Stored } from '@waypost/sdk';
import type { Connection, Model, mongo, Schema } from 'mongoose';
import { collectionSchema, resourceSchema } from './build-schema.ts';
import { INDEX_QUORUM } from './gather-indexes.ts';
import type { PluginModels } from './store-access.ts';

/** What changes a collection; mongoose middleware by that name. */
const WRITES = [
  'save',
  'insertMany',
  'bulkWrite',
  'createCollection',
  'updateOne',
  'updateMany',
  'replaceOne',
  'deleteOne',
  'deleteMany',
  'findOneAndUpdate',
  'findOneAndReplace',
  'findOneAndDelete',
] as const;

let made = 0;

/** Names of mongoose's models carry a number, so that two releases of a plugin can declare the same collection. */
export function createPluginModels(connection: Connection): PluginModels {
  made += 1;
  const suffix = `#${made}`;
  const own = new Map<string, { model: Model<unknown>; onUninstall: 'keep' | 'archive' | 'drop' }>();
  const foreign = new Map<string, Model<unknown>>();

  const modelOf = (name: string, schema: Schema, collection: string): Model<unknown> =>
    connection.model(`${name}${suffix}`, schema, collection) as unknown as Model<unknown>;

  return {
    resource: <R extends Resource>(resource: R) => {
      const { collection, name, onUninstall } = resource;
      const known = own.get(collection) ?? {
        model: modelOf(name, resourceSchema(resource), collection),
        onUninstall,
      };
      own.set(collection, known);
      return known.model as unknown as Model<Stored<R>>;
    },
    foreign: <R extends Resource>(resource: R) => {
      const known =
        foreign.get(resource.collection) ??
        modelOf(`${resource.name}?`, readOnly(resourceSchema(resource)), resource.collection);
      foreign.set(resource.collection, known);
      return known as unknown as Model<Stored<R>>;
    },
    collection: <T>(plugin: string, declaration: CollectionDeclaration) => {
      const name = collectionName(plugin, declaration.name);
      const known = own.get(name) ?? {
        model: modelOf(name, collectionSchema(declaration), name),
        onUninstall: declaration.onUninstall ?? 'drop',
      };
      own.set(name, known);
      return known.model as unknown as Model<T>;
    },
    names: () => [...own].map(([collection, { onUninstall }]) => ({ collection, onUninstall })),
    async prepare() {
      const added: { model: Model<unknown>; index: string }[] = [];
      const undo = async () => {
        for (const { model, index } of added.reverse()) await model.collection.dropIndex(index);
      };
      try {
        const existing = own.size > 0 ? await namesOf(connection) : new Set();
        for (const { model } of own.values()) {
          const before = existing.has(model.collection.collectionName) ? await indexesOf(model) : undefined;
          const missing = missingOf(model, before ?? []);
          // Nothing to make, nothing to wait for: making anything waits for transactions that hold the collection.
          if (before !== undefined && missing.length === 0) continue;
          if (missing.length === 0) {
            await model.createCollection();
            continue;
          }
          const known = new Set(['_id_', ...(before ?? []).map(({ name }) => name)]);
          const note = (names: readonly string[]) => {
            for (const index of names) if (!known.has(index)) added.push({ model, index });
          };
          try {
            // One command for all of them, which makes their collection as well.
            note(await model.collection.createIndexes(missing, INDEX_QUORUM));
          } catch (error) {
            note(((await indexesOf(model)) ?? []).map(({ name }) => name));
            throw error;
          }
        }
      } catch (error) {
        await undo();
        throw error;
      }
      return undo;
    },
    async dropOldIndexes() {
      for (const { model } of own.values())
        for (const index of await oldIndexes(model)) await model.collection.dropIndex(index);
    },
    release() {
      for (const { model } of own.values()) connection.deleteModel(model.modelName);
      for (const model of foreign.values()) connection.deleteModel(model.modelName);
      own.clear();
      foreign.clear();
    },
  };
}

function readOnly(schema: Schema): Schema {
  const refuse = () => {
    throw new TypeError(`this collection belongs to another plugin: it can only be read`);
  };
  for (const write of WRITES) schema.pre(write as never, refuse);
  return schema;
}

interface StoredIndex {
  name: string;
  key: unknown;
  unique: boolean;
  sparse: boolean;
  expireAfterSeconds: number | undefined;
  partialFilterExpression: unknown;
}

/** Undefined when there is no such collection yet. */
async function indexesOf(model: Model<unknown>): Promise<StoredIndex[] | undefined> {
  try {
    return (await model.collection.indexes()).map((index) => ({
      name: String(index.name),
      key: index.key,
      unique: index.unique === true,
      sparse: index.sparse === true,
      expireAfterSeconds: index.expireAfterSeconds,
      partialFilterExpression: index.partialFilterExpression,
    }));
  } catch (error) {
    // NamespaceNotFound
    if (error instanceof Error && 'code' in error && error.code === 26) return undefined;
    throw error;
  }
}

/** Names of all collections. */
async function namesOf({ db }: Connection): Promise<Set<string>> {
  const listed = (await db?.listCollections({}, { nameOnly: true }).toArray()) ?? [];
  return new Set(listed.map(({ name }) => name));
}

/** What the model declares and is not there as it declares it. */
function missingOf(model: Model<unknown>, stored: readonly StoredIndex[]): mongo.IndexDescription[] {
  return model.schema
    .indexes()
    .filter(
      ([keys, options]) =>
        !stored.some(
          (index) =>
            JSON.stringify(index.key) === JSON.stringify(keys) &&
            index.unique === (options.unique === true) &&
            index.sparse === (options.sparse === true) &&
            index.expireAfterSeconds === (options.expireAfterSeconds as number | undefined) &&
            JSON.stringify(index.partialFilterExpression) === JSON.stringify(options.partialFilterExpression),
        ),
    )
    .map(([keys, options]) => ({ key: keys, ...options }) as mongo.IndexDescription);
}

/** Indexes that no model names, by their keys. */
async function oldIndexes(model: Model<unknown>): Promise<string[]> {
  const wanted = new Set(model.schema.indexes().map(([keys]) => JSON.stringify(keys)));
  return ((await indexesOf(model)) ?? [])
    .filter(({ name, key }) => name !== '_id_' && !wanted.has(JSON.stringify(key)))
    .map(({ name }) => name);
}
