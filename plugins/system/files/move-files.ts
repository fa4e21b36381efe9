import { AppError, errors } from '@waypost/contract';
import { createTable, type OperationRun, type PluginContext, type Session } from '@waypost/sdk';
import { z } from 'zod';
import { storagePlace } from '../screens/image_configs/resource.ts';
import { fileErrors } from './errors.ts';
import { type FileRow, nextObjectName, objectsOf, sentAs, THUMBNAIL, thumbnailOf } from './files.ts';
import type { Graves } from './graves.ts';
import { type PlaceRow, type Places, WHERE } from './places.ts';
import { putChecked, sha256 } from './put-checked.ts';
import { storedFile } from './resource.ts';

export const MOVE_FILES = 'move_files';
export const zMove = z.strictObject({ from: z.string(), to: z.string() });
export type Move = z.infer<typeof zMove>;

/** Files that are read, sent, and read again at once. */
const AT_ONCE = 4;
const PORTION = 40;

export interface Mover {
  context: PluginContext;
  places: Places;
  graves: Graves;
}

/**
 * Moves all files of one place to another. Each is copied, read back and compared before its row names the new place; the old
 * place keeps its copies, which answer under its own addresses until somebody empties it. Wherever it is stopped, every row names a
 * place that has its file whole, and the next run goes on from there.
 */
export async function moveFiles(mover: Mover, run: OperationRun<Move>): Promise<void> {
  const { context, graves } = mover;
  const { from, to } = run.input;
  const rows = context.model(storedFile);
  const inFrom = { place: from, state: 'kept' } as const;
  // What an earlier run has moved counts as done.
  const before = await rows.countDocuments({ left_place: from, place: to });
  const total = before + (await rows.countDocuments(inFrom));
  let [done, leftOut] = [before, 0];
  run.progress(done, total, leftOut);
  let table: Awaited<ReturnType<typeof createTable>> | undefined;
  const explain = async (row: FileRow, fault: AppError): Promise<void> => {
    leftOut += 1;
    const { translate } = run;
    table ??= await createTable(context, run, {
      name: translate('system.image_configs.move.report'),
      columns: ['name', 'file', 'fault'].map((column) =>
        translate(`system.image_configs.move.report.${column}`),
      ),
      format: undefined,
    });
    await table.write([row.name, row.address, translate(fault.messageKey, fault.params)]);
  };

  for (let last: string | undefined; ; ) {
    const portion = await rows
      .find({ ...inFrom, ...(last === undefined ? {} : { _id: { $gt: last } }) })
      .sort({ _id: 1 })
      .limit(PORTION)
      .lean();
    if (portion.length === 0) break;
    last = portion.at(-1)?._id;
    const copied: Copied[] = [];
    try {
      for (let at = 0; at < portion.length; at += AT_ONCE) {
        run.signal.throwIfAborted();
        await Promise.all(
          portion.slice(at, at + AT_ONCE).map(async (row) => {
            const outcome = await copyOne(mover, row, run.input);
            if (outcome instanceof AppError) await explain(row, outcome);
            else copied.push(outcome);
          }),
        );
      }
    } finally {
      // Also of a portion that was stopped: what has been read back is moved.
      await nameNext(mover, copied, run.input);
    }
    done += portion.length;
    run.progress(done, total, leftOut);
  }
  await graves.bury(run.signal);
  await table?.end();
}

/** A row, what its file is called in the new place, and how that place was then. */
interface Copied {
  row: FileRow;
  object: string;
  next: Awaited<ReturnType<Places['find']>>;
}

/** @returns what was copied and read back, or why the file itself cannot be; a place that fails is thrown */
async function copyOne({ places }: Mover, row: FileRow, { from, to }: Move): Promise<Copied | AppError> {
  const [old, next] = await Promise.all([places.find(from), places.find(to)]);
  const object = nextObjectName(row);
  let bytes: Uint8Array;
  let thumbnail: Uint8Array | undefined;
  try {
    bytes = await (await old.store.get(row.object)).bytes();
    if (row.has_thumbnail) thumbnail = await (await old.store.get(thumbnailOf(row.object))).bytes();
  } catch (error) {
    if (error instanceof AppError && error.code === errors.notFound.code)
      return fileErrors.incomplete.create();
    throw error;
  }
  // What is damaged already stays where somebody may still mend it.
  if (sha256(bytes) !== row.sha256) return fileErrors.incomplete.create();
  await putChecked(next.store, object, bytes, sentAs(row));
  if (thumbnail !== undefined) await putChecked(next.store, thumbnailOf(object), thumbnail, THUMBNAIL);
  return { row, object, next };
}

/**
 * From now on the rows name the new place; the copies in the old one stay for now. A place that holds nothing can be led elsewhere
 * while files are copied to it: those that it then does not have stay where they were.
 * Errors: `file_place_changed` 409 after the others are named
 */
async function nameNext(
  { context, graves }: Mover,
  copied: readonly Copied[],
  { from, to }: Move,
): Promise<void> {
  if (copied.length === 0) return;
  const update_time = context.clock.date();
  const lost = await context.transaction(async (session) => {
    const place = await holdPlace(context, to, session);
    for (const { row, object } of copied.filter(({ next }) => isSamePlace(next.row, place))) {
      const copies = { left_place: from, left_object: row.object, left_time: update_time };
      const set = { place: to, object, moves: row.moves + 1, ...copies, update_time };
      const same = { _id: row._id, place: from, object: row.object };
      const { matchedCount } = await context
        .model(storedFile)
        .updateOne(same, { $set: set, $inc: { version: 1 } }, { session });
      // Removed meanwhile: nobody needs the copy.
      if (matchedCount === 0) await graves.dig(objectsOf(to, object, row.has_thumbnail), session);
      // A copy that an earlier move left elsewhere.
      else if (row.left_place !== '')
        await graves.dig(objectsOf(row.left_place, row.left_object, row.has_thumbnail), session);
    }
    return copied.filter(({ next }) => !isSamePlace(next.row, place));
  });
  if (lost.length === 0) return;
  await Promise.all(lost.map((one) => removeCopy(context, one)));
  throw fileErrors.placeChanged.create();
}

/** The place as it is until the transaction ends: written, so that of this one and a change of it the later one runs again. */
const holdPlace = (context: PluginContext, id: string, session: Session): Promise<PlaceRow | null> =>
  context
    .model(storagePlace)
    .findOneAndUpdate(
      { _id: id },
      { $inc: { guard: 1 } },
      {
        session,
        returnDocument: 'after',
        timestamps: false,
      },
    )
    .lean();

const isSamePlace = (then: PlaceRow, now: PlaceRow | null): boolean =>
  now !== null && [...WHERE, 'endpoint' as const].every((name) => then[name] === now[name]);

/** Takes a copy away where it was written to: no row and no place leads there any more. */
async function removeCopy(context: PluginContext, { row, object, next }: Copied): Promise<void> {
  try {
    await next.store.remove(object);
    if (row.has_thumbnail) await next.store.remove(thumbnailOf(object));
  } catch (error) {
    context.log.warn({ place: String(next.row._id), object, error }, 'a copy of a file stays where it is');
  }
}
