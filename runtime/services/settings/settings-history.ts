import type { PlatformSettings } from '@waypost/contract';
import { type Clock, newId, type Random } from '@waypost/sdk';
import type { SettingChange, SettingChangeValue } from '@waypost/sdk/platform';
import type { ClientSession, Collection } from 'mongoose';
import type { SettingChangeDocument } from '../collections.ts';

/** Who changed what, before it has its id and time. */
export type NewSettingChange = Pick<SettingChangeDocument, 'changes' | 'actor'> &
  Partial<Pick<SettingChangeDocument, 'undoes'>>;

export interface SettingsHistory {
  /** Notes a change; with a session it is there if the transaction is. Nothing is noted of a save that changed nothing. */
  record(change: NewSettingChange, session?: ClientSession): Promise<void>;
  /** Changes of any of these settings, newest first; `page` from 1. */
  page(query: { names: readonly string[]; page: number; pageSize: number }): Promise<{
    content: SettingChange[];
    count: number;
  }>;
  /** The last change of each setting that was ever changed. */
  latest(names: readonly string[]): Promise<ReadonlyMap<string, SettingChange>>;
  find(id: string): Promise<SettingChange | undefined>;
}

/** Who changed which setting when. Kept apart from the audit log: a setting's last change is told however old it is. */
export function createSettingsHistory(options: {
  collection: Collection<SettingChangeDocument>;
  clock: Clock;
  random: Random;
}): SettingsHistory {
  const { collection, clock, random } = options;
  // With the id pages stay the same also where two saves fell into one millisecond.
  const newestFirst = { time: -1, _id: -1 } as const;
  return {
    record: async ({ changes, actor, undoes = null }, session) => {
      if (changes.length === 0) return;
      const names = changes.map(({ name }) => name);
      await collection.insertOne(
        { _id: newId({ clock, random }), time: clock.date(), actor, names, changes, undoes },
        session === undefined ? {} : { session },
      );
    },
    page: async ({ names, page, pageSize }) => {
      const filter = { names: { $in: [...names] } };
      const found = await collection
        .find(filter)
        .sort(newestFirst)
        .skip((page - 1) * pageSize)
        .limit(pageSize)
        .toArray();
      return { content: found.map(changeOf), count: await collection.countDocuments(filter) };
    },
    latest: async (names) => {
      const found = await Promise.all(
        names.map(
          async (name) =>
            [name, await collection.find({ names: name }).sort(newestFirst).limit(1).next()] as const,
        ),
      );
      return new Map(found.flatMap(([name, change]) => (change === null ? [] : [[name, changeOf(change)]])));
    },
    find: async (id) => {
      const found = await collection.findOne({ _id: id });
      return found === null ? undefined : changeOf(found);
    },
  };
}

function changeOf({ _id, time, actor, changes, undoes }: SettingChangeDocument): SettingChange {
  return { id: _id, time: time.toISOString(), account: actor?.account ?? null, changes, undoes };
}

/** What is another than before, setting by setting. */
export function changedSettings(before: PlatformSettings, after: PlatformSettings): SettingChangeValue[] {
  const names = Object.keys(after) as (keyof PlatformSettings)[];
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ name, before: before[name], after: after[name] }));
}
