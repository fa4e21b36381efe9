import type { OperationRun, PluginContext } from '@waypost/sdk';
import { z } from 'zod';
import { fileErrors } from './errors.ts';
import { type FileRow, objectsOf } from './files.ts';
import type { Mover } from './move-files.ts';
import { storedFile } from './resource.ts';

export const EMPTY_PLACE = 'empty_place';
export const zEmptying = z.strictObject({ place: z.string() });
type Emptying = z.infer<typeof zEmptying>;

const PORTION = 40;
const DAY_MS = 86_400_000;
/** How long what a move has left in a place stays there: pages and letters name its addresses, and somebody may want it back. */
export const KEPT_DAYS = 7;

/**
 * Requires that a place has copies that moves have left, and that the first of them is old enough to go.
 * Errors: `file_place_no_copies`, `file_place_keeps` 409
 */
export async function requireEmptiable(context: PluginContext, place: string): Promise<void> {
  const [oldest] = await context
    .model(storedFile)
    .find({ left_place: place })
    .sort({ left_time: 1, _id: 1 })
    .limit(1)
    .lean();
  if (oldest === undefined) throw fileErrors.placeHasNoCopies.create();
  // Of a release in which a place was emptied at once: a move that never came to its end has left it.
  if (oldest.left_time === null) return;
  const days = Math.ceil(KEPT_DAYS - (context.clock.now() - oldest.left_time.getTime()) / DAY_MS);
  if (days > 0) throw fileErrors.placeKeeps.create({ days });
}

/** Takes away the old copies that moves have left in a place. Wherever it is stopped, the next run goes on from there. */
export async function emptyPlace(
  { context, graves }: Pick<Mover, 'context' | 'graves'>,
  { input: { place }, progress, signal }: Pick<OperationRun<Emptying>, 'input' | 'progress' | 'signal'>,
): Promise<void> {
  const rows = context.model(storedFile);
  const limit = new Date(context.clock.now() - KEPT_DAYS * DAY_MS);
  const old = { left_place: place, $or: [{ left_time: null }, { left_time: { $lte: limit } }] };
  const total = await rows.countDocuments(old);
  let done = 0;
  progress(done, total);
  for (;;) {
    signal.throwIfAborted();
    const portion = await rows.find(old).limit(PORTION).lean();
    if (portion.length === 0) return;
    await context.transaction(async (session) => {
      const free: FileRow[] = [];
      for (const row of portion) {
        const { matchedCount } = await rows.updateOne(
          { _id: row._id, left_place: place, left_object: row.left_object },
          { $set: { left_place: '', left_object: '', left_time: null } },
          { session },
        );
        if (matchedCount === 1) free.push(row);
      }
      await graves.dig(
        free.flatMap((row) => objectsOf(place, row.left_object, row.has_thumbnail)),
        session,
      );
    });
    await graves.bury(signal);
    done += portion.length;
    progress(Math.min(done, total), total);
  }
}
