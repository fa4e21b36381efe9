import { ShieldStatus } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import type { Detected } from '../detection/detect.ts';
import { liftPush, openPush } from '../push/open-push.ts';
import { isDoubted, nextBelief } from './belief.ts';
import { tellDomain } from './events.ts';
import { hostResource } from './resource.ts';
import type { StoredHost } from './stored.ts';

const MINUTE_MS = 60_000;
/** After so long a doubted name is checked again. */
const DOUBT_MS = MINUTE_MS;

/** Draws from one check what is believed of a name now, and what follows when that changed. */
export async function settleHost(
  context: PluginContext,
  before: StoredHost,
  { detected, check, intervalMinutes }: { detected: Detected; check: string; intervalMinutes: number },
): Promise<void> {
  const now = context.clock.date();
  const belief = nextBelief({ ...before, isNew: before.checked_time === null }, detected.status);
  const isChanged = belief.status !== before.status || before.checked_time === null;
  const wait = isDoubted(belief) ? DOUBT_MS : intervalMinutes * MINUTE_MS;
  const set = {
    ...belief,
    last_status: detected.status,
    last_check: check,
    checked_time: now,
    next_check_time: new Date(now.getTime() + wait),
    ...(isChanged ? { since: now } : {}),
  };
  const isSettled = await context.transaction(async (session) => {
    // Of two checks at once the later one draws its conclusion from what the first has left.
    const { matchedCount } = await context.model(hostResource).updateOne(
      { _id: before._id, checked_time: before.checked_time },
      { $set: set },
      {
        session,
        timestamps: false,
      },
    );
    if (matchedCount === 0) return false;
    if (belief.status === before.status) return true;
    if (belief.status === ShieldStatus.blocked) await openPush(context, before, session);
    else if (before.status === ShieldStatus.blocked) await liftPush(context, before._id, session);
    return true;
  });
  if (isSettled) await tellDomain(context, before, belief.status);
}
