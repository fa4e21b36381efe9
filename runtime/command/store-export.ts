import { ArchiveError } from './archive/archive-error.ts';
import { exportStore } from './archive/export-store.ts';
import { type Command, UsageError } from './command.ts';

export const storeExport: Command = {
  name: 'store export',
  summary: 'Writes the embedded store as mongodump does, or as JSON lines, while the product serves',
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
    if (environment.mongodbUri !== undefined)
      throw new ArchiveError('MONGODB_URI is set: the data is in MongoDB. Use mongodump or mongoexport.');
    const { dataDirectory } = environment;
    const { collections } = exportStore({ dataDirectory, target: operands[0] as string, format });
    return {
      value: { directory: operands[0], format, collections },
      lines: collections.map(({ namespace, documents }) => `${namespace}\t${documents}`),
    };
  },
};
