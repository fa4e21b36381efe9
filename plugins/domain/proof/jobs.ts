import type { PluginContext } from '@waypost/sdk';
import { tellNotices } from '../domains/notices.ts';
import { keepFormerNames, releaseCodes } from '../moving/release-codes.ts';
import { keepLoanNotices, tellLoans } from '../platform/loan-notices.ts';
import type { ReadSettings } from '../settings.ts';
import { dueDomains, lookAt } from './look-at.ts';

const LOOK = 'look_at_domains';
/** Names of one run, and how many at once: each asks two to four servers, of which a plugin may ask 50 at a time. */
const MOST = 300;
const AT_ONCE = 4;

/** Looks at names whose time has come, and tells what could not be told before. */
export async function keepLooking(context: PluginContext, readSettings: ReadSettings): Promise<void> {
  keepFormerNames(context);
  keepLoanNotices(context);
  context.jobs.define(LOOK, async (_data, signal) => {
    await lookAtDue(context, readSettings, signal);
    await releaseCodes(context, signal);
    await tellNotices(context, (await readSettings()).lost_days);
    await tellLoans(context);
  });
  await context.jobs.every('1 minute', LOOK);
}

async function lookAtDue(
  context: PluginContext,
  readSettings: ReadSettings,
  signal: AbortSignal,
): Promise<void> {
  const due = await dueDomains(context, MOST);
  const worker = async () => {
    for (let row = due.shift(); row !== undefined && !signal.aborted; row = due.shift())
      try {
        await lookAt(context, row, { readSettings });
      } catch (error) {
        // One that cannot be looked at holds up none of the others; it stays due.
        context.log.error({ error, domain: row.name }, 'a domain could not be looked at');
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
