import { newRow, type PluginContext } from '@waypost/sdk';
import { hijackCheckResource } from '../screens/hijack_check/resource.ts';
import { hijackResource } from '../screens/no_hijack/resource.ts';
import { type HijackSurroundings, lookForHijack } from './look-at.ts';
import { settleHijack } from './settle.ts';
import type { HijackLook, StoredHijack } from './stored.ts';

/**
 * Checks a name and writes down what was found, as one more entry of its history. Of two checks at the same moment the first
 * counts for what is believed; both stand in the history.
 * @param account who asked; empty: the schedule
 */
export async function checkHijack(
  context: PluginContext,
  row: StoredHijack,
  { around, account }: { around: HijackSurroundings; account: string },
) {
  const look = await lookForHijack(context, row, around);
  const now = context.clock.date();
  const settled = settleHijack(row, look, {
    now,
    chance: context.random.number(),
    everyMs: around.everyMs,
  });
  const check = await writeCheck(context, { row, look, account, now });
  const { change, alerts } = settled;
  await context.model(hijackResource).updateOne(
    { _id: row._id, checks: row.checks },
    {
      $set: { ...change, last_check: check, ...(alerts.length > 0 ? { has_alerts: true } : {}) },
      $inc: { checks: 1 },
      ...(alerts.length > 0 ? { $push: { alerts: { $each: alerts } } } : {}),
    },
    { timestamps: false },
  );
  return { look, check, state: change.state ?? row.state };
}

async function writeCheck(
  context: PluginContext,
  { row, look, account, now }: { row: StoredHijack; look: HijackLook; account: string; now: Date },
): Promise<string> {
  const { answers, site } = look.found;
  const check = newRow(context, hijackCheckResource, {
    shown: row.shown,
    name: row.name,
    domain: String(row._id),
    time: now,
    account,
    ms: look.ms,
    answers: answers.finding,
    answers_fault: answers.fault,
    site: site.finding,
    site_fault: site.fault,
    fingerprint: look.page,
    said: look.said,
    expected: look.expected,
    accepted: row.accepted?.page ?? null,
  });
  await context.model(hijackCheckResource).insertMany([check]);
  return String(check._id);
}
