import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareTimeZone } from '../kernel/data-directory.ts';
import type { Environment } from '../kernel/environment.ts';
import { storeDirectory } from '../launcher/paths.ts';
import { checkStore, FILE_NAME } from '../store/embedded/archive/index.ts';
import type { Command, CommandContext } from './command.ts';
import { checkPlugins } from './plugin/check-plugins.ts';

interface Check {
  name: string;
  isFine: boolean;
  found: string;
}

/** Less free space than this, bytes, and the journal may fill the disk before anybody looks. */
const FREE_SPACE_WANTED = 512 * 1024 * 1024;

export const doctor: Command = {
  name: 'doctor',
  summary: 'Checks data directory, store, indexes, accounts, plugins and the audit log',
  options: {},
  async run(context) {
    const checks: Check[] = [];
    // Opening a store makes one, and its administrator: an empty folder is then taken for a healthy installation.
    if (isUntouched(context.environment)) {
      const found = `${context.environment.dataDirectory} holds no store: set DATA_DIR to the one that the product uses, or start the product first`;
      return {
        value: [{ name: 'data directory', ok: false, found }],
        lines: [`FAIL data directory: ${found}`],
        hasFailed: true,
      };
    }
    for (const [name, check] of Object.entries(CHECKS)) {
      try {
        checks.push({ name, ...(await check(context)) });
      } catch (error) {
        checks.push({ name, isFine: false, found: error instanceof Error ? error.message : String(error) });
      }
    }
    return {
      value: checks.map(({ name, isFine, found }) => ({ name, ok: isFine, found })),
      lines: checks.map(({ name, isFine, found }) => `${isFine ? 'ok  ' : 'FAIL'} ${name}: ${found}`),
      hasFailed: checks.some(({ isFine }) => !isFine),
    };
  },
};

function storeFile(environment: Environment): string {
  return join(storeDirectory(environment.dataDirectory), FILE_NAME);
}

/** Whether nothing was ever started on this DATA_DIR, and no database is named instead. */
function isUntouched(environment: Environment): boolean {
  return environment.mongodbUri === undefined && !existsSync(storeFile(environment));
}

const CHECKS: Record<string, (context: CommandContext) => Promise<Omit<Check, 'name'>>> = {
  'data directory': async ({ environment }) => {
    const path = environment.dataDirectory;
    const timeZone = await prepareTimeZone(environment);
    return { isFine: true, found: `${path}, days of ${timeZone}` };
  },
  'free space': async ({ environment }) => {
    const { bavail, bsize } = await statfs(environment.dataDirectory);
    const free = bavail * bsize;
    return { isFine: free >= FREE_SPACE_WANTED, found: `${Math.floor(free / 1024 / 1024)} MiB` };
  },
  'store file': async ({ environment }) => {
    if (environment.mongodbUri !== undefined) return { isFine: true, found: 'none: MONGODB_URI is set' };
    const { collections, documents, indexes, problems } = checkStore(storeFile(environment));
    if (problems.length > 0) return { isFine: false, found: problems.join('; ') };
    const found = `${documents} documents in ${collections} collections agree with ${indexes} indexes`;
    return { isFine: true, found };
  },
  store: async ({ environment, services }) => {
    await services();
    return { isFine: true, found: environment.mongodbUri === undefined ? 'embedded' : 'MongoDB' };
  },
  'super administrator': async ({ services }) => {
    const rows = await (await services()).accounts.list();
    const able = rows.filter((row) => row.role === 'super' && !row.disabled);
    return {
      isFine: able.length > 0,
      found: able.map((row) => row.account).join(', ') || 'none that is enabled',
    };
  },
  plugins: async ({ pluginFiles }) => {
    const kept = await pluginFiles();
    const faults = await checkPlugins(kept);
    if (faults.length > 0) return { isFine: false, found: faults.join('; ') };
    return { isFine: true, found: `${kept.length} follow the rules` };
  },
  'plugin leftovers': async ({ plugins }) => {
    const { leftovers, kept } = await (await plugins()).leftovers();
    if (leftovers.length > 0) return { isFine: false, found: leftovers.join('; ') };
    const names = kept.map(({ collection, plugin }) => `${collection} of ${plugin}`);
    return {
      isFine: true,
      found: names.length === 0 ? 'none' : `none; kept on purpose: ${names.join(', ')}`,
    };
  },
  'plugin history': async ({ plugins }) => {
    const broken = (await (await plugins()).verifyHistory()).find(({ is_intact }) => !is_intact);
    return broken === undefined
      ? { isFine: true, found: 'chain intact' }
      : { isFine: false, found: `${broken.kind} changed at entry ${broken.broken_at}` };
  },
  'audit log': async ({ services }) => {
    const verdict = await (await services()).auditLog.verify();
    return verdict.isIntact
      ? { isFine: true, found: `${verdict.entries} entries, chain intact` }
      : { isFine: false, found: `changed at entry ${verdict.seq}` };
  },
};
