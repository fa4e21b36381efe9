import { collectionName, type Resource } from '@waypost/contract';
import type { CollectionDeclaration, Stored } from '@waypost/sdk';
import type { Connection, Model, Schema } from 'mongoose';
import { collectionSchema, resourceSchema } from './build-schema.ts';
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
        for (const { model } of own.values()) {
          const before = await indexesOf(model);
          // Nothing to make, nothing to wait for: making anything waits for transactions that hold the collection.
          if (before !== undefined && hasAll(model, before)) continue;
          if (before === undefined) await model.createCollection();
          const known = new Set((before ?? []).map(({ name }) => name));
          try {
            await model.createIndexes();
          } finally {
            for (const { name: index } of (await indexesOf(model)) ?? [])
              if (!known.has(index) && index !== '_id_') added.push({ model, index });
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

function hasAll(model: Model<unknown>, stored: readonly StoredIndex[]): boolean {
  return model.schema
    .indexes()
    .every(([keys, options]) =>
      stored.some(
        (index) =>
          JSON.stringify(index.key) === JSON.stringify(keys) &&
          index.unique === (options.unique === true) &&
          index.sparse === (options.sparse === true) &&
          index.expireAfterSeconds === (options.expireAfterSeconds as number | undefined) &&
          JSON.stringify(index.partialFilterExpression) === JSON.stringify(options.partialFilterExpression),
      ),
    );
}

/** Indexes that no model names, by their keys. */
async function oldIndexes(model: Model<unknown>): Promise<string[]> {
  const wanted = new Set(model.schema.indexes().map(([keys]) => JSON.stringify(keys)));
  return ((await indexesOf(model)) ?? [])
    .filter(({ name, key }) => name !== '_id_' && !wanted.has(JSON.stringify(key)))
    .map(({ name }) => name);
}
