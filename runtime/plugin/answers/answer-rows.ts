import type { Connection } from 'mongoose';

/** Collection with one document an answer: `_id` is `<plugin> <path> <key>`. */
export const PLUGIN_ANSWERS = 'plugin_answers';
const WRITES_AT_ONCE = 1000;

interface AnswerDocument {
  _id: string;
  plugin: string;
  path: string;
  key: string;
  text: string;
}

/** Texts by key, by `<plugin> <path>`. */
export type Tables = Map<string, Map<string, string>>;

export const tableName = (plugin: string, path: string): string => `${plugin} ${path}`;

/** The answers of all plugins in the store. */
export function answerRows(connection: Connection) {
  const rows = () => connection.collection<AnswerDocument>(PLUGIN_ANSWERS);
  return {
    async readAll(): Promise<Tables> {
      const tables: Tables = new Map();
      for await (const row of rows().find({})) keep(tables, row);
      return tables;
    },
    /** Brings one answer of `tables` in line with the store. */
    async readInto(tables: Tables, id: string): Promise<void> {
      const row = await rows().findOne({ _id: id });
      if (row !== null) return keep(tables, row);
      const [plugin = '', path = '', ...key] = id.split(' ');
      tables.get(tableName(plugin, path))?.delete(key.join(' '));
    },
    async put(plugin: string, path: string, entries: ReadonlyMap<string, string>): Promise<void> {
      const all = [...entries].map(([key, text]) => ({
        replaceOne: {
          filter: { _id: `${plugin} ${path} ${key}` },
          replacement: { plugin, path, key, text },
          upsert: true,
        },
      }));
      for (let start = 0; start < all.length; start += WRITES_AT_ONCE)
        await rows().bulkWrite(all.slice(start, start + WRITES_AT_ONCE), { ordered: false });
    },
    async remove(plugin: string, path: string, keys: readonly string[]): Promise<void> {
      for (let start = 0; start < keys.length; start += WRITES_AT_ONCE) {
        const ids = keys.slice(start, start + WRITES_AT_ONCE).map((key) => `${plugin} ${path} ${key}`);
        await rows().deleteMany({ _id: { $in: ids } });
      }
    },
    forget: (plugin: string) => forgetAnswers(connection, plugin),
    async read(plugin: string, path: string): Promise<Map<string, string>> {
      const found = await rows().find({ plugin, path }).toArray();
      return new Map(found.map(({ key, text }) => [key, text]));
    },
  };
}

/** Forgets what a plugin has had answered. */
export async function forgetAnswers(connection: Connection, plugin: string): Promise<void> {
  await connection.collection<AnswerDocument>(PLUGIN_ANSWERS).deleteMany({ plugin });
}

function keep(tables: Tables, { plugin, path, key, text }: AnswerDocument): void {
  const name = tableName(plugin, path);
  const table = tables.get(name) ?? new Map<string, string>();
  tables.set(name, table.set(key, text));
}
