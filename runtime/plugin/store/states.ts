import { type Connection, mongo } from 'mongoose';
import { z } from 'zod';

/** Collection with one document a plugin that an administrator has switched, installed or granted something. */
export const PLUGIN_STATES = 'plugin_states';

const zChoice = z.object({
  release: z.string(),
  granted: z.array(z.string()),
  trusted: z.boolean(),
});
/** A release that an administrator chose, with what was granted to it. */
export type ReleaseChoice = z.infer<typeof zChoice>;

const zState = z.object({
  _id: z.string(),
  /** Missing: as registry.json says. */
  enabled: z.boolean().nullish(),
  /** Missing for plugins of registry.json. */
  chosen: zChoice.nullish(),
  /** What served before: it goes on when the chosen one waits for consent or cannot be activated. */
  previous: zChoice.nullish(),
  /** Nothing of it may run while its data are worked on. */
  is_held: z.boolean().nullish(),
  /** Rises when an administrator wants quarantined parts and failed activations tried again. */
  retries: z.int().nullish(),
  /** The part that the last retry was about; missing: all of them. */
  retry_part: z.string().nullish(),
  /** Another one after each change: a process that tells it has seen that change. */
  mark: z.string().nullish(),
});
export type PluginStateDocument = z.infer<typeof zState>;
export type PluginStates = ReadonlyMap<string, PluginStateDocument>;

export function statesOf(connection: Connection) {
  const collection = connection.collection<PluginStateDocument>(PLUGIN_STATES);
  return {
    async read(): Promise<PluginStates> {
      const states = new Map<string, PluginStateDocument>();
      for (const document of await collection.find({}).toArray()) {
        const state = zState.safeParse(document);
        if (state.success) states.set(state.data._id, state.data);
      }
      return states;
    },
    /** Changes fields of one state; fields that are undefined are taken away. */
    async write(
      id: string,
      change: Partial<Omit<PluginStateDocument, '_id' | 'mark'>>,
      time: Date,
    ): Promise<void> {
      const entries = Object.entries(change);
      const given = entries.filter(([, value]) => value !== undefined);
      const gone = entries.filter(([, value]) => value === undefined);
      await collection.updateOne(
        { _id: id },
        {
          $set: { ...Object.fromEntries(given), mark: newMark(), update_time: time },
          ...(gone.length === 0 ? {} : { $unset: Object.fromEntries(gone.map(([name]) => [name, ''])) }),
        } as never,
        { upsert: true },
      );
    },
    async retry(id: string, part: string | undefined, time: Date): Promise<void> {
      await collection.updateOne(
        { _id: id },
        {
          $inc: { retries: 1 },
          $set: { retry_part: part ?? null, mark: newMark(), update_time: time },
        } as never,
        { upsert: true },
      );
    },
    async remove(id: string): Promise<void> {
      await collection.deleteOne({ _id: id });
    },
  };
}

const newMark = () => new mongo.ObjectId().toHexString();
