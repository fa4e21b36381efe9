import { errors, OperationStatus } from '@waypost/contract';
import {
  FIRST_STEP_POINT,
  OVERVIEW_POINT,
  type PluginContext,
  type SignedRequest,
  titledPoint,
} from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import { missingBackup } from '../../backups/missing-backup.ts';
import type { ReadSystemSettings } from '../../settings.ts';
import { administrator } from '../administrators/resource.ts';
import { operation } from '../async_operations/resource.ts';
import { BACKUPS } from '../backups/calls.ts';
import { readHome } from '../home/read-home.ts';
import { READ } from '../plugins/calls.ts';
import {
  type AdminHome,
  adminHomeCall,
  firstStepsCall,
  hideStepCall,
  homeChangesCall,
  STEPS,
} from './calls.ts';
import { findNeeds } from './find-needs.ts';
import { homeVisitsOf, seenUntil } from './last-visit.ts';
import { newLines, waitingLines } from './overview-lines.ts';
import { findBackup, hiddenName, readFirstSteps } from './read-first-steps.ts';

const NEWEST = 6;
const DAY_MS = 86_400_000;
/** So long failed work is told of, days; whoever started it has had a message. */
const FAILED_DAYS = 7;

/** Mounts the dashboard of those who run the platform. */
export function mountAdminHome(context: PlatformContext, readSettings: ReadSystemSettings): void {
  context.menu(
    { route: 'home_admin', parent: 'home', sort: 2100, icon: 'dashboard', roles: ['administrator'] },
    'system.home_admin:read',
    // Whoever looks at everyone's things has to find people by their account.
    ['system.account:read'],
  );
  context.call(adminHomeCall, async (_body, request) => {
    const [home, people, { lag }, plugins, failedOperations, backups, waiting, hidden] = await Promise.all([
      readHome(context, {}, request),
      readPeople(context),
      context.visits.today({}),
      context.plugins.list(),
      countFailed(context, request),
      readBackups(context, readSettings),
      waitingLines(context, request),
      context.installation.hiddenSteps(),
    ]);
    const { visits, milliseconds, unaccounted } = lag;
    return {
      ...home,
      people,
      waiting,
      needs: findNeeds(
        {
          plugins,
          failedOperations,
          backup: backups.backup,
          isBackupStep: isBackupStep(backups.backup, hidden, request),
          unaccounted,
        },
        { plugins: may(request, READ), backups: may(request, BACKUPS) },
      ),
      health: {
        lag: { visits, milliseconds },
        unaccounted,
        uptime: process.uptime(),
        memory: process.memoryUsage.rss(),
        version: context.version,
        address_reason: context.installation.publicAddress().reason,
        ...backups,
      },
    };
  });
  homeVisitsOf(context);
  context.points.offer(titledPoint(OVERVIEW_POINT, '1.0.0', ['count']));
  context.call(homeChangesCall, async (_body, request) => {
    const since = await seenUntil(context, request.caller.id);
    return {
      since: since?.toISOString() ?? null,
      lines: since === null ? [] : await newLines(context, since, request),
    };
  });
  context.call(firstStepsCall, async ({ page }, request) => {
    const { monitor_backup_warning: freshHours } = await readSettings();
    return readFirstSteps(context, { page, freshHours }, request);
  });
  context.points.offer(titledPoint(FIRST_STEP_POINT, '1.0.0', ['isDone']));
  context.call(hideStepCall, async ({ name, said }) => {
    const steps = await context.points.contributions(FIRST_STEP_POINT);
    if (![...STEPS, ...steps.map((step) => step.name)].includes(name)) throw errors.notFound.create();
    await context.installation.hideStep(hiddenName(name), said);
    return {};
  });
}

const may = ({ caller }: SignedRequest, node: string) => caller.isSuper || caller.permissions.has(node);

/** Work that ended with a fault lately: everybody's for who sees that, else the caller's own. */
async function countFailed(context: PluginContext, request: SignedRequest): Promise<number> {
  if (!may(request, 'system.operation:retry')) return 0;
  const since = new Date(context.clock.now() - FAILED_DAYS * DAY_MS);
  const ofWhom = may(request, 'system.operation:read_all') ? {} : { owner: request.caller.id };
  return context.model(operation).countDocuments({
    ...ofWhom,
    status: OperationStatus.abnormal,
    error_code: { $ne: 'cancelled' },
    remove_time: null,
    end_time: { $gte: since },
  });
}

/** Whether the first steps, which only super administrators are shown, ask for a backup (as `readFirstSteps` decides). */
function isBackupStep(
  said: AdminHome['health']['backup'],
  hidden: Readonly<Record<string, string>>,
  { caller }: SignedRequest,
): boolean {
  return caller.isSuper && (said === 'none' || said === 'old') && hidden.backup !== said;
}

/** Whether there is a backup to go back to; one that could not be restored is none. */
async function readBackups(context: PlatformContext, readSettings: ReadSystemSettings) {
  const { installation, clock } = context;
  const [settings, backup, drill, missing] = await Promise.all([
    readSettings(),
    installation.lastBackup(),
    installation.lastDrill(),
    missingBackup(context),
  ]);
  const { said } = findBackup({
    backup,
    hasOwnDatabase: installation.hasOwnDatabase(),
    now: clock.now(),
    freshHours: settings.monitor_backup_warning,
  });
  const isWatched = said !== 'none';
  // A day whose backup has failed is told until one is made, whatever there is of the days before.
  const state =
    isWatched && missing !== null
      ? 'failed'
      : said === 'recent' && drill?.ok === false
        ? 'failed_drill'
        : said;
  return {
    backup: state as AdminHome['health']['backup'],
    backup_time: backup?.time ?? null,
    drill_time: drill?.time ?? null,
  };
}

async function readPeople(context: PluginContext): Promise<AdminHome['people']> {
  const model = context.model(administrator);
  const living = { remove_time: null };
  const since = new Date(context.clock.now() - DAY_MS);
  const [count, today, newest, roles] = await Promise.all([
    model.countDocuments(living),
    model.countDocuments({ remove_time: null, register_time: { $gte: since } }),
    model
      .find(living, { account: 1, role: 1, register_time: 1 })
      .sort({ register_time: -1, _id: -1 })
      .limit(NEWEST)
      .lean(),
    context.identity.roles(),
  ]);
  return {
    count,
    today,
    newest: newest.map(({ _id, account, role, register_time }) => ({
      id: _id,
      account,
      role: nameOf(roles.find(({ id }) => id === role)),
      register_time: register_time.toISOString(),
    })),
  };
}

/** What an operator called a role, else the key of its words. */
const nameOf = (role: { key: string; name: string } | undefined) => role?.name || (role?.key ?? '');
