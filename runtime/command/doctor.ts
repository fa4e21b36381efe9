import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { addressReason } from '@waypost/contract';
import { MONITOR_SETTINGS_DEFAULT } from '@waypost/contract/platform';
import { checkStore, FILE_NAME } from '@waypost/store/archive';
import { crossedLimit, problemSentence } from '../monitor/index.ts';
import { ADDRESS_SENTENCES } from '../process/address-sentences.ts';
import { prepareTimeZone } from '../process/data-directory.ts';
import { runningProduct } from '../process/data-directory-lock.ts';
import type { Environment } from '../process/environment.ts';
import { storeDirectory } from '../process/paths.ts';
import { listeningOrigin } from '../process/server-address.ts';
import { readDisk } from '../services/monitor/stored-facts.ts';
import { chainFaultText, wholeChainText } from './audit-verify.ts';
import { checkLedger } from './check-ledger.ts';
import { checkVisits } from './check-visits.ts';
import type { Command, CommandContext } from './command.ts';
import { checkPlugins } from './plugin/check-plugins.ts';
import { failureLine } from './plugin/plugin-outcome.ts';
import { type Check, checkLines, runChecks } from './run-checks.ts';

export const doctor: Command = {
  name: 'doctor',
  summary: 'Checks data directory, store, indexes, accounts, plugins, the ledger and the audit log',
  options: {},
  async run(context) {
    // Opening a store makes one, and its administrator: an empty folder is then taken for a healthy installation.
    if (isUntouched(context.environment)) {
      const found = `${context.environment.dataDirectory} holds no store: set DATA_DIR to the one that the product uses, or start the product first`;
      return {
        value: [{ name: 'data directory', ok: false, found }],
        lines: [`FAIL data directory: ${found}`],
        hasFailed: true,
      };
    }
    const results = await runChecks(CHECKS, context);
    return {
      value: results.map(({ name, isFine, isWarning, found, figures }) => ({
        name,
        ok: isFine,
        ...(isWarning ? { warning: true } : {}),
        found,
        figures,
      })),
      lines: checkLines(results),
      hasFailed: results.some(({ isFine }) => !isFine),
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

const CHECKS: readonly Check<CommandContext>[] = [
  {
    name: 'data directory',
    look: async ({ environment }) => {
      const path = environment.dataDirectory;
      const timeZone = await prepareTimeZone(environment);
      return { isFine: true, found: `${path}, days of ${timeZone.current()}` };
    },
  },
  {
    name: 'store file',
    look: async ({ environment }) => {
      if (environment.mongodbUri !== undefined) return { isFine: true, found: 'none: MONGODB_URI is set' };
      const { collections, documents, indexes, problems } = checkStore(storeFile(environment));
      if (problems.length > 0) return { isFine: false, found: problems.join('; ') };
      const found = `${documents} documents in ${collections} collections agree with ${indexes} indexes`;
      return { isFine: true, found };
    },
  },
  {
    name: 'store',
    needs: ['data directory', 'store file'],
    look: async ({ environment, services }) => {
      await services();
      return { isFine: true, found: environment.mongodbUri === undefined ? 'embedded' : 'MongoDB' };
    },
  },
  {
    name: 'free space',
    look: async ({ environment, monitor }) => {
      const { free } = await readDisk(environment.dataDirectory);
      const limits = await monitor().then(
        ({ limits: set }) => set,
        // What was set cannot be read without the store, and its check says so: the disk is looked at all the same.
        () => MONITOR_SETTINGS_DEFAULT,
      );
      const crossed = crossedLimit(limits, 'disk', free);
      const found = `${Math.floor(free / 1_000_000)} MB`;
      return { isFine: crossed?.level !== 'alarm', isWarning: crossed?.level === 'warning', found };
    },
  },
  {
    name: 'super administrator',
    needs: ['store'],
    look: async ({ services }) => {
      const rows = await (await services()).accounts.list();
      const able = rows.filter((row) => row.role === 'super' && !row.disabled);
      return {
        isFine: able.length > 0,
        found: able.map((row) => row.account).join(', ') || 'none that is enabled',
      };
    },
  },
  {
    name: 'plugins',
    needs: ['store'],
    look: async ({ pluginFiles }) => {
      const kept = await pluginFiles();
      const faults = await checkPlugins(kept);
      if (faults.length > 0) return { isFine: false, found: faults.join('; ') };
      return { isFine: true, found: `${kept.length} follow the rules` };
    },
  },
  {
    name: 'plugin processes',
    needs: ['store'],
    look: async ({ plugins }) => {
      const rows = (await (await plugins()).list()).filter(({ is_enabled }) => is_enabled);
      const failed = rows.filter(({ failure }) => failure !== null);
      if (failed.length > 0)
        return {
          isFine: false,
          found: failed
            .map(
              (row) =>
                `${row.id} ${failureLine(row)}; mend the cause, then run: waypost plugin retry ${row.id}`,
            )
            .join('. '),
        };
      const lame = rows.flatMap(({ id, reason, state }) =>
        state === 'active' && reason !== null ? [`${id}: ${reason}`] : [],
      );
      if (lame.length > 0) return { isFine: false, found: lame.join('. ') };
      return { isFine: true, found: `none of ${rows.length} that are enabled has failed` };
    },
  },
  {
    name: 'plugin leftovers',
    needs: ['store'],
    look: async ({ plugins }) => {
      const { leftovers, kept } = await (await plugins()).leftovers();
      if (leftovers.length > 0) return { isFine: false, found: leftovers.join('; ') };
      const names = kept.map(({ collection, plugin }) => `${collection} of ${plugin}`);
      return {
        isFine: true,
        found: names.length === 0 ? 'none' : `none; kept on purpose: ${names.join(', ')}`,
      };
    },
  },
  {
    name: 'plugin history',
    needs: ['store'],
    look: async ({ plugins }) => {
      const broken = (await (await plugins()).verifyHistory()).find(({ is_intact }) => !is_intact);
      return broken === undefined
        ? { isFine: true, found: 'chain intact' }
        : { isFine: false, found: `${broken.kind} changed at entry ${broken.broken_at}` };
    },
  },
  {
    name: 'account names',
    needs: ['store'],
    look: async ({ services }) => {
      const alike = await (await services()).accounts.lookAlikes();
      return alike.length === 0
        ? { isFine: true, found: 'no two look alike' }
        : {
            isFine: false,
            found: alike.map(({ account, like }) => `${account} looks like ${like}`).join('; '),
          };
    },
  },
  {
    name: 'audit log',
    needs: ['store'],
    look: async ({ services }) => {
      const verdict = await (await services()).auditLog.verify();
      return verdict.isIntact
        ? { isFine: true, found: wholeChainText(verdict) }
        : { isFine: false, found: chainFaultText(verdict) };
    },
  },
  {
    name: 'ledger',
    needs: ['store'],
    look: async ({ services }) => checkLedger(await services()),
  },
  {
    name: 'visits',
    needs: ['store'],
    look: ({ visitAccounts, differingHours }) => checkVisits(visitAccounts, differingHours),
  },
  {
    name: 'monitor',
    needs: ['store'],
    look: async ({ monitor }) => {
      // The disk is the check before this one.
      const problems = (await monitor()).problems.filter(({ code }) => code !== 'disk_space');
      if (problems.length === 0) return { isFine: true, found: 'all is well', figures: problems };
      const isFine = problems.every(({ level }) => level === 'warning');
      return {
        isFine,
        isWarning: isFine,
        found: problems.map((problem) => `${problem.code}: ${problemSentence(problem)}`).join(' '),
        figures: problems,
      };
    },
  },
  {
    name: 'public address',
    needs: ['store'],
    look: async ({ environment, services }) => {
      const { public_url } = (await (await services()).platform.readNow()).values;
      // Of the product that runs: whoever asks the doctor need not know what a service manager started it with.
      const { publicUrl, address: listening } = runningProduct(environment.dataDirectory) ?? {
        publicUrl: environment.publicUrl,
        address: listeningOrigin(environment),
      };
      const address = publicUrl ?? (public_url === '' ? listening : public_url);
      const reason = addressReason(address);
      if (reason === undefined) return { isFine: true, found: address };
      return { isFine: true, isWarning: true, found: `${address}: ${ADDRESS_SENTENCES[reason]}` };
    },
  },
];
