import type { PluginContext } from '@waypost/sdk';
import { keepHijacks } from '../hijack/keep-hijacks.ts';
import { refreshHosts } from '../homeless/refresh-hosts.ts';
import { releaseCodes } from '../moving/release-codes.ts';
import { tellLoans } from '../platform/loan-notices.ts';
import { settleSpares } from '../reserve/keep-spares.ts';
import type { ReadSettings } from '../settings.ts';
import { keepWatches } from '../watching/keep-watches.ts';
import { tellNotices } from './notices.ts';
import { holderOf, type StoredDomain } from './stored.ts';
import { settleTls } from './tls-answers.ts';

/** Events that tell others of a name: `{ host, owner }`. */
export const DOMAIN_PROVED = 'domain.proved';
/** Whoever had it has it no more: nothing new is put on it. */
export const DOMAIN_RELEASED = 'domain.released';

/** How long whoever takes a name away waits for its codes to leave it; the job goes on. */
const RELEASE_MS = 2_000;
const HOUR_MS = 3_600_000;

/** What follows from changes that are committed: what proxies are answered, what others are told, what owners are. */
export async function afterChange(
  context: PluginContext,
  changes: readonly { before: StoredDomain | undefined; after: StoredDomain }[],
  readSettings: ReadSettings,
): Promise<void> {
  await settleTls(
    context,
    changes.map(({ after }) => after.name),
  );
  for (const { before, after } of changes) {
    const had = before === undefined ? undefined : holderOf(before);
    const has = holderOf(after);
    if (had !== undefined && had !== has)
      await context.events.emit(DOMAIN_RELEASED, { host: after.name, owner: had });
    if (has !== undefined && had !== has)
      await context.events.emit(DOMAIN_PROVED, { host: after.name, owner: has });
  }
  // Of a name of the platform that nobody has nobody is told, and it is watched all the same.
  const quiet = changes.filter(
    ({ before, after }) => before?.state !== after.state && holderOf(after) === undefined,
  );
  const hosts = quiet.map(({ after }) => after.name);
  await each(context, {
    watches: () => (hosts.length > 0 ? keepWatches(context, { hosts, spreadMs: 0 }) : undefined),
    checks: async () => {
      if (hosts.length === 0) return;
      await keepHijacks(context, { hosts, spreadMs: (await readSettings()).hijack_hours * HOUR_MS });
    },
    codes: () => releaseCodes(context, AbortSignal.timeout(RELEASE_MS)),
    spares: () =>
      settleSpares(
        context,
        changes.map(({ after }) => after.name),
      ),
    'homeless codes': () => refreshHosts(context, changedNames(changes)),
    notices: async () => tellNotices(context, (await readSettings()).lost_days),
    loans: () => tellLoans(context),
  });
}

/** One that fails keeps no other from following, and whoever made the change does not wait for it: the jobs go on. */
async function each(
  context: PluginContext,
  steps: Record<string, () => Promise<unknown> | undefined>,
): Promise<void> {
  for (const [step, follow] of Object.entries(steps))
    try {
      await follow();
    } catch (error) {
      context.log.warn({ error, step }, 'what follows from a change of domains waits for the next run');
    }
}

/** Names of which codes may rest on now, or no more, what they could before. */
const changedNames = (
  changes: readonly { before: StoredDomain | undefined; after: StoredDomain }[],
): string[] =>
  changes
    .filter(({ before, after }) => before?.state !== after.state || before.owner !== after.owner)
    .map(({ after }) => after.name);
