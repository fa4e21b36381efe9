import { exportStore } from './archive/export-store.ts';
import { exportMongoDb } from './archive/mongodb-archive.ts';
import { type Command, UsageError } from './command.ts';

export const storeExport: Command = {
  name: 'store export',
  summary:
    'Writes the embedded store, or MONGODB_URI where it is set, as mongodump does or as JSON lines, while the product serves',
  operands: [{ name: 'DIR', summary: 'folder to be made: <database>/<collection>.bson and .metadata.json' }],
  options: {
    format: {
      type: 'string',
      value: 'FORMAT',
      summary: 'bson (default; mongorestore reads it) or ndjson (Extended JSON, one document a line)',
    },
  },
  async run({ environment, operands, values }) {
    const format = values.format ?? 'bson';
    if (format !== 'bson' && format !== 'ndjson') throw new UsageError('--format: expected bson or ndjson');
    const target = operands[0] as string;
    const { dataDirectory, mongodbUri } = environment;
    const { collections } =
      mongodbUri === undefined
        ? exportStore({ dataDirectory, target, format })
        : await exportMongoDb(environment, { target, format });
    return {
      value: { directory: target, format, collections },
      lines: collections.map(({ namespace, documents }) => `${namespace}\t${documents}`),
    };
  },
};
