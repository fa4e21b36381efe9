import type { PluginContext } from '@waypost/sdk';
import { DOMAIN_PROVED, DOMAIN_RELEASED } from '../domains/changed.ts';
import { hijackCheckResource } from '../screens/hijack_check/resource.ts';
import { hijackResource } from '../screens/no_hijack/resource.ts';
import type { ReadSettings } from '../settings.ts';
import type { Surroundings } from '../watching/look.ts';
import { checkHijack } from './check.ts';
import { keepHijacks } from './keep-hijacks.ts';
import type { HijackSurroundings } from './look-at.ts';
import { readResolvers } from './read-resolvers.ts';
import { tellHijacks } from './tell-hijacks.ts';

const CHECK = 'check_hijacks';
const TIDY = 'tidy_hijacks';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longest that one run goes on, names of one run, and checks at once: each asks up to six servers at a time. */
const RUN_MS = 45_000;
const MOST = 500;
const AT_ONCE = 2;

/** Holds names against what is expected of them, by a schedule and when somebody asks. @returns what checks rest on */
export async function mountChecking(
  context: PluginContext,
  { around: watching, readSettings }: { around: () => Promise<Surroundings>; readSettings: ReadSettings },
): Promise<() => Promise<HijackSurroundings>> {
  const around = async (): Promise<HijackSurroundings> => {
    const [{ own, resolvers, isSafe }, settings] = await Promise.all([watching(), readSettings()]);
    const named = readResolvers(settings.hijack_resolvers);
    const everyMs = settings.hijack_hours * HOUR_MS;
    return { own, isSafe, resolvers: named.length > 0 ? named : resolvers, everyMs };
  };
  let isKept = false;
  context.jobs.define(CHECK, async (_data, signal) => {
    const now = await around();
    // Names that came while the plugin was off; the others come one by one.
    if (!isKept) await keepHijacks(context, { spreadMs: now.everyMs });
    isKept = true;
    await checkDue(context, now, signal);
    await tellHijacks(context);
  });
  await context.jobs.every('1 minute', CHECK);
  context.jobs.define(TIDY, async () => {
    const { hijack_history_days } = await readSettings();
    const { everyMs } = await around();
    await keepHijacks(context, { spreadMs: everyMs });
    const old = new Date(context.clock.now() - hijack_history_days * DAY_MS);
    await context.model(hijackCheckResource).deleteMany({ time: { $lt: old } });
  });
  await context.jobs.every('1 hour', TIDY);
  const follow = async (host: unknown) =>
    keepHijacks(context, { hosts: [String(host ?? '')], spreadMs: (await around()).everyMs });
  const hostOf = (payload: unknown) => (payload as { host?: unknown }).host;
  context.events.on(DOMAIN_PROVED, (payload) => follow(hostOf(payload)));
  context.events.on(DOMAIN_RELEASED, (payload) => follow(hostOf(payload)));
  context.hooks.after('domain.domain.update', ({ row }) => follow(row?.name));
  return around;
}

/** Checks those whose time has come; without a schedule only what somebody has asked for and is in doubt. */
async function checkDue(
  context: PluginContext,
  around: HijackSurroundings,
  signal: AbortSignal,
): Promise<void> {
  const end = performance.now() + RUN_MS;
  const isDue = { next_check_time: { $lte: context.clock.date() } };
  const due = await context
    .model(hijackResource)
    .find(
      around.everyMs === 0
        ? { ...isDue, checks: { $gt: 0 } }
        : // Checked while there was no schedule: it is its turn now.
          { $or: [{ next_check_time: null }, isDue] },
    )
    .sort({ next_check_time: 1 })
    .limit(MOST)
    .lean();
  const worker = async () => {
    for (let row = due.shift(); row !== undefined && !signal.aborted; row = due.shift()) {
      if (performance.now() > end) return;
      try {
        await checkHijack(context, row, { around, account: '' });
      } catch (error) {
        // One that cannot be looked at holds up none of the others; it stays due.
        context.log.error({ error, domain: row.name }, 'a domain could not be checked for a hijack');
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
