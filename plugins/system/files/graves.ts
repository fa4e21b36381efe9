import { AppError, errors } from '@waypost/contract';
import { type CollectionDeclaration, newId, type PluginContext, type Session } from '@waypost/sdk';
import type { Places } from './places.ts';

interface GraveDocument {
  _id: string;
  place: string;
  object: string;
  time: Date;
}

/** Objects that no row names any more and that are still in their place. */
const GRAVES: CollectionDeclaration<GraveDocument> = {
  name: 'file_grave',
  onUninstall: 'drop',
  fields: { _id: String, place: String, object: String, time: Date },
  indexes: [{ keys: { time: 1 } }],
};
const BURY = 'bury_files';
const BURY_EVERY = '10 minutes';
const PORTION = 40;
const AT_ONCE = 8;

export interface Graves {
  /** With the transaction that takes the row away: the object goes once that is certain. */
  dig(objects: readonly { place: string; object: string }[], session: Session): Promise<void>;
  /** Takes away what is there now; soon, and in no call of a person. */
  soon(): Promise<void>;
  bury(signal?: AbortSignal): Promise<void>;
}

export async function createGraves(context: PluginContext, places: Places): Promise<Graves> {
  const graves = context.collection(GRAVES);

  /** Whether an object is gone. A place that fails is named in `failing`. */
  async function isGone({ place, object }: GraveDocument, failing: Set<string>): Promise<boolean> {
    try {
      if (failing.has(place)) return false;
      await (await places.find(place)).store.remove(object);
      return true;
    } catch (error) {
      // A place that was removed has nothing that anybody could take away.
      if (error instanceof AppError && error.code === errors.notFound.code) return true;
      failing.add(place);
      context.log.warn({ place, object, error }, 'a file could not be taken away yet');
      return false;
    }
  }
  async function bury(signal?: AbortSignal): Promise<void> {
    // A place that fails is not asked again in the same look.
    const failing = new Set<string>();
    for (;;) {
      const found = await graves
        .find({ place: { $nin: [...failing] } })
        .sort({ time: 1 })
        .limit(PORTION)
        .lean();
      if (found.length === 0) return;
      for (let at = 0; at < found.length; at += AT_ONCE) {
        signal?.throwIfAborted();
        const some = found.slice(at, at + AT_ONCE);
        const gone = await Promise.all(some.map((grave) => isGone(grave, failing)));
        const ids = some.filter((_grave, index) => gone[index]).map(({ _id }) => _id);
        await graves.deleteMany({ _id: { $in: ids } });
      }
    }
  }
  context.jobs.define(BURY, (_data, signal) => bury(signal));
  await context.jobs.every(BURY_EVERY, BURY);
  return {
    bury,
    soon: () => context.jobs.now(BURY),
    async dig(objects, session) {
      if (objects.length === 0) return;
      const time = context.clock.date();
      await graves.insertMany(
        objects.map(({ place, object }) => ({ _id: newId(context), place, object, time })),
        { session },
      );
    },
  };
}
