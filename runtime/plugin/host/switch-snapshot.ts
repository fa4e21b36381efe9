import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const zSnapshot = z.record(z.string(), z.boolean());

/** What is switched on and off; plugins that are not in it follow registry.json. */
export type SwitchedStates = ReadonlyMap<string, boolean>;

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
