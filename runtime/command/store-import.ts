import { storeUri } from '../process/environment.ts';
import { openClient } from '../storage/open-client.ts';
import { programName } from '../storage/program-name.ts';
import { settleWritesOfDeadSockets } from '../storage/settle-writes.ts';
import { importStore } from './archive/import-store.ts';
import type { Command } from './command.ts';
import { startEmbeddedStore } from './store-session.ts';

/** How long the target may take to answer, milliseconds. */
const SELECTION_LIMIT_MS = 15_000;

export const storeImport: Command = {
  name: 'store import',
  summary: 'Brings an export into MONGODB_URI, or into the embedded store without it',
  operands: [{ name: 'DIR', summary: 'folder of `store export` or mongodump' }],
  options: {
    database: {
      type: 'string',
      value: 'NAME',
      summary: 'database to bring it into; default the names of its folders',
    },
    force: { type: 'boolean', summary: 'replace collections that hold documents' },
  },
  async run({ environment, operands, values }) {
    const own = environment.mongodbUri === undefined ? await startEmbeddedStore(environment) : undefined;
    settleWritesOfDeadSockets();
    const client = openClient(storeUri(environment), {
      appName: programName('command'),
      serverSelectionTimeoutMS: SELECTION_LIMIT_MS,
    });
    try {
      const { collections } = await importStore({
        client,
        source: operands[0] as string,
        isForced: values.force === true,
        database: typeof values.database === 'string' ? values.database : undefined,
      });
      return {
        value: { collections },
        lines: collections.map(
          ({ namespace, documents, indexes }) => `${namespace}\t${documents}\t${indexes} indexes`,
        ),
      };
    } finally {
      await client.close();
      await own?.stop();
    }
  },
};
