import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from 'mongoose';
import { z } from 'zod';

/** Collection with one document a plugin that an administrator has switched: `{ _id: id, enabled, update_time }`. */
export const PLUGIN_STATES = 'plugin_states';

const zState = z.object({ _id: z.string(), enabled: z.boolean() });
const zSnapshot = z.record(z.string(), z.boolean());

/** What administrators have switched on and off; plugins that are not in it follow registry.json. */
export type SwitchedStates = ReadonlyMap<string, boolean>;

export async function readPluginStates(connection: Connection): Promise<SwitchedStates> {
  const documents = await connection.collection(PLUGIN_STATES).find({}).toArray();
  const states = new Map<string, boolean>();
  for (const document of documents) {
    const state = zState.safeParse(document);
    if (state.success) states.set(state.data._id, state.data.enabled);
  }
  return states;
}

export async function writePluginState(
  connection: Connection,
  id: string,
  isEnabled: boolean,
  time: Date,
): Promise<void> {
  await connection
    .collection<{ _id: string }>(PLUGIN_STATES)
    .updateOne({ _id: id }, { $set: { enabled: isEnabled, update_time: time } }, { upsert: true });
}

/** The states as last seen, for a start without the store: visits of a disabled plugin's links must not come back. */
export async function readStatesSnapshot(dataDirectory: string): Promise<SwitchedStates> {
  try {
    const text = await readFile(join(dataDirectory, 'plugin-states.json'), 'utf8');
    return new Map(Object.entries(zSnapshot.parse(JSON.parse(text))));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
}

export async function writeStatesSnapshot(dataDirectory: string, states: SwitchedStates): Promise<void> {
  const file = join(dataDirectory, 'plugin-states.json');
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(Object.fromEntries(states)), { mode: 0o600 });
  await rename(draft, file);
}
