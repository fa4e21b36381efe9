import { newRow, type Stored } from '@waypost/sdk';
import type { DatabaseDesk, PlatformContext, SlowShape, SlowSight } from '@waypost/sdk/platform';
import { slowOperation } from '../screens/mysql_time_consuming/resource.ts';

type Row = Stored<typeof slowOperation>;

/** What is still written down when the notes are read, milliseconds: a note carries the time of its command's end. */
const SETTLE_MS = 1_000;
/** Most shapes that are kept; the ones that were not seen for longest go first. */
export const MOST_SHAPES = 2_000;
const DAY_MS = 86_400_000;
const MARK = 'read';

/** How far the database's notes were read, for all processes. */
interface Mark {
  _id: string;
  through: Date;
}

export interface SlowRows {
  /** Reads what was noted since the last time into the rows. In one process at a time; another's turn counts as well. */
  read(milliseconds: number): Promise<SlowSight>;
  /** Up to when the notes were read. */
  readThrough(): Promise<Date | undefined>;
  /** Removes rows that nothing was added to for so many days, and those beyond the most that are kept. */
  prune(days: number): Promise<void>;
  clear(): Promise<number>;
}

/** The rows behind the list of slow commands: the database's own notes are few, short-lived and one for each command. */
export function slowRows(
  context: PlatformContext,
  desk: Pick<DatabaseDesk, 'noteSlow' | 'readSlow' | 'clock'> = context.databaseDesk,
): SlowRows {
  const { clock } = context;
  const rows = context.model(slowOperation);
  const marks = context.collection<Mark>({ name: 'slow_operation_mark', fields: { through: Date } });

  /** Notes of a stretch of time come to the rows once: whoever moves the mark adds them. */
  const add = async (shapes: readonly SlowShape[], after: Date | undefined, until: Date): Promise<void> => {
    if (after === undefined)
      await marks.updateOne({ _id: MARK }, { $setOnInsert: { through: new Date(0) } }, { upsert: true });
    await context.transaction(async (session) => {
      const moved = await marks.updateOne(
        { _id: MARK, through: after ?? new Date(0) },
        { $set: { through: until } },
        { session },
      );
      if (moved.matchedCount === 0) return;
      if (shapes.length === 0) return;
      const known = await rows
        .find({ _id: { $in: shapes.map(({ key }) => key) } })
        .session(session)
        .lean();
      const byKey = new Map(known.map((row) => [String(row._id), row]));
      const writes = shapes.map((shape) => {
        const values = valuesOf(shape, byKey.get(shape.key) ?? null);
        const { _id, create_time, version, ...change } = newRow(context, slowOperation, values, {
          _id: shape.key,
        });
        const update = { $set: change, $setOnInsert: { create_time }, $inc: { version } };
        return { updateOne: { filter: { _id }, update, upsert: true } };
      });
      await rows.bulkWrite(writes, { session, ordered: false });
    });
  };

  return {
    async read(milliseconds) {
      const sight = await desk.noteSlow(milliseconds);
      const after = (await marks.findById(MARK).lean())?.through;
      const until = new Date((await desk.clock()).getTime() - SETTLE_MS);
      // A database that was restored, or whose clock was set, is older than the mark: its notes come later.
      if (after !== undefined && after >= until) return sight;
      const shapes = await desk.readSlow(after ?? new Date(0), until);
      if (shapes === null) return sight === 'noted' ? 'may_not_read' : sight;
      await add(shapes, after, until);
      return sight;
    },
    readThrough: async () => (await marks.findById(MARK).lean())?.through,
    async prune(days) {
      const oldest = new Date(clock.now() - days * DAY_MS);
      await rows.deleteMany({ last_time: { $lt: oldest } });
      const beyond = await rows
        .find({}, { _id: 1 })
        .sort({ last_time: -1, _id: -1 })
        .skip(MOST_SHAPES)
        .lean();
      if (beyond.length > 0) await rows.deleteMany({ _id: { $in: beyond.map(({ _id }) => _id) } });
    },
    clear: async () => (await rows.deleteMany({})).deletedCount,
  };
}

/** A row with what a stretch of time adds to it. */
export function valuesOf(shape: SlowShape, known: Row | null) {
  const count = shape.count + (known?.count ?? 0);
  const total_ms = shape.total_ms + (known?.total_ms ?? 0);
  const isWorst = known === null || shape.worst_ms >= known.worst_ms;
  const plan = isWorst ? shape.plan : known.plan;
  return {
    name: [shape.command, shape.collection].filter(Boolean).join(' '),
    shape: shape.shape,
    verb: shape.verb,
    count,
    total_ms,
    plan,
    average_ms: Math.round(total_ms / count),
    worst_ms: isWorst ? shape.worst_ms : known.worst_ms,
    documents_read: isWorst ? shape.documents_read : known.documents_read,
    failed: shape.failed + (known?.failed ?? 0),
    last_time: shape.last,
    asked_by: shape.asked_by || (known?.asked_by ?? ''),
    program: shape.program,
    way: wayOf(plan),
  };
}

/** `COLLSCAN` anywhere: all of a collection was read for a part of the answer at least. */
export function wayOf(plan: string): 'whole' | 'index' | 'unknown' {
  if (plan.includes('COLLSCAN')) return 'whole';
  return /IXSCAN|IDHACK|COUNT_SCAN|DISTINCT_SCAN|EXPRESS/.test(plan) ? 'index' : 'unknown';
}
