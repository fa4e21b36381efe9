import type { Resource } from '@waypost/contract';
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
      const name = `${plugin}_${declaration.name}`.replaceAll('-', '_');
      const known = own.get(name) ?? {
        model: modelOf(name, collectionSchema(declaration), name),
        onUninstall: 'drop' as const,
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
          await model.createCollection();
          const before = await indexNames(model);
          try {
            await model.createIndexes();
          } finally {
            for (const index of await indexNames(model)) if (!before.has(index)) added.push({ model, index });
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

async function indexNames(model: Model<unknown>): Promise<Set<string>> {
  return new Set((await model.collection.indexes()).map((index) => String(index.name)));
}

/** Indexes by their keys: the same keys with other options are an index of another release, too, and stay. */
async function oldIndexes(model: Model<unknown>): Promise<string[]> {
  const wanted = new Set(model.schema.indexes().map(([keys]) => JSON.stringify(keys)));
  return (await model.collection.indexes())
    .filter((index) => index.name !== '_id_' && !wanted.has(JSON.stringify(index.key)))
    .map((index) => String(index.name));
}
