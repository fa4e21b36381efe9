import { addDays } from '@waypost/contract';
import { type PluginContext, todayOf } from '@waypost/sdk';
import { dayNumber } from '../../statistics/range.ts';
import { codeResource } from './resource.ts';

/** Name of the job that writes to codes how many visits they had. */
const KEEP = 'keep_view_numbers';
const PORTION = 1_000;

/**
 * Keeps in codes how many visits they had, so that lists are sorted by an index. What lists show is read with the figures; their
 * order is as of a minute ago.
 */
export async function keepViewNumbers(context: PluginContext): Promise<void> {
  const write = createViewNumbers(context);
  context.jobs.define(KEEP, (_data, signal) => write(signal));
  await context.jobs.every('1 minute', KEEP);
}

/**
 * Writes the visits of codes that were visited since this process has done it before. It cannot know what was written before it began, and
 * looks at all codes first.
 */
export function createViewNumbers(context: PluginContext) {
  /** What came to links on each of the last two days, as of the last time. */
  let known: ReadonlyMap<string, number> | undefined;
  return async (signal: Pick<AbortSignal, 'aborted'>): Promise<void> => {
    const today = todayOf(context);
    // Visits of a journal that was behind at midnight are those of the day before. Each day by itself: sums of two days can be alike.
    const days = [dayNumber(addDays(today, -1)), dayNumber(today)];
    const came: { link: string; key: string; view_number: number }[] = [];
    for (const day of days)
      for (const { link, view_number } of await context.visits.links({}, { first: day, last: day }))
        came.push({ link, key: `${day} ${link}`, view_number });
    if (known === undefined) await writeAll(context, signal);
    else {
      const before = known;
      const changed = came.filter(({ key, view_number }) => before.get(key) !== view_number);
      await writeChanged(context, [...new Set(changed.map(({ link }) => link))], signal);
    }
    if (!signal.aborted) known = new Map(came.map(({ key, view_number }) => [key, view_number]));
  };
}

async function writeChanged(
  context: PluginContext,
  links: readonly string[],
  signal: Pick<AbortSignal, 'aborted'>,
): Promise<void> {
  const model = context.model(codeResource);
  for (let from = 0; from < links.length && !signal.aborted; from += PORTION) {
    const ids = links.slice(from, from + PORTION);
    await writeSome(context, await model.find({ _id: { $in: ids } }, { view_number: 1 }).lean());
  }
}

async function writeAll(context: PluginContext, signal: Pick<AbortSignal, 'aborted'>): Promise<void> {
  let after: string | undefined;
  while (!signal.aborted) {
    const codes = await context
      .model(codeResource)
      .find(after === undefined ? {} : { _id: { $gt: after } }, { view_number: 1 })
      .sort({ _id: 1 })
      .limit(PORTION)
      .lean();
    const last = codes.at(-1);
    if (last === undefined) return;
    after = String(last._id);
    await writeSome(context, codes);
  }
}

/** Visits never change the version of a code, nor when it was changed. */
async function writeSome(
  context: PluginContext,
  codes: readonly { _id: string; view_number?: number }[],
): Promise<void> {
  const totals = await context.visits.totals(codes.map(({ _id }) => String(_id)));
  const writes = codes.flatMap(({ _id, view_number: written }) => {
    const view_number = totals.get(String(_id))?.view_number ?? 0;
    if (written === view_number) return [];
    return [
      { updateOne: { filter: { _id }, update: { $set: { view_number } }, timestamps: false as const } },
    ];
  });
  if (writes.length > 0) await context.model(codeResource).bulkWrite(writes, { ordered: false });
}
