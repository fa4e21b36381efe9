import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { zKnownAnswer } from '@waypost/contract';
import { z } from 'zod';
import { type Tables, tableName } from './answer-rows.ts';
import type { DeclaredAnswer } from './declared-answers.ts';

const FILE = 'known-answers.json';
/** Written at once, characters: well below a millisecond of work. */
const PART_LETTERS = 64 * 1024;
const zSnapshot = z.array(
  z.strictObject({ plugin: z.string(), answer: zKnownAnswer, entries: z.record(z.string(), z.string()) }),
);

/** What was answered when this process last saw the store, for a start without it. */
export interface AnswersSnapshot {
  declared: DeclaredAnswer[];
  tables: Tables;
}

/** @returns nothing answered when there is no such file, or it cannot be read */
export async function readAnswersSnapshot(
  dataDirectory: string,
  onError: (error: unknown) => void,
): Promise<AnswersSnapshot> {
  const snapshot: AnswersSnapshot = { declared: [], tables: new Map() };
  try {
    const kept = zSnapshot.parse(JSON.parse(await readFile(join(dataDirectory, FILE), 'utf8')));
    for (const { plugin, answer, entries } of kept) {
      snapshot.declared.push({ plugin, answer });
      snapshot.tables.set(tableName(plugin, answer.path), new Map(Object.entries(entries)));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onError(error);
  }
  return snapshot;
}

export async function writeAnswersSnapshot(
  dataDirectory: string,
  { declared, tables }: AnswersSnapshot,
): Promise<void> {
  const file = join(dataDirectory, FILE);
  const draft = `${file}.${process.pid}`;
  const handle = await open(draft, 'w', 0o600);
  try {
    for await (const part of snapshotParts(declared, tables)) await handle.write(part);
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}

/**
 * The text of the file, a part at a time, with a turn of the event loop after each: visits are answered by the same thread,
 * and a million names in one go take a fifth of a second.
 */
async function* snapshotParts(
  declared: readonly DeclaredAnswer[],
  tables: Tables,
): AsyncGenerator<string, void, void> {
  let part = '[';
  let before = '';
  for (const { plugin, answer } of declared) {
    part += `${before}{"plugin":${JSON.stringify(plugin)},"answer":${JSON.stringify(answer)},"entries":{`;
    before = '';
    for (const [key, text] of tables.get(tableName(plugin, answer.path)) ?? []) {
      part += `${before}${JSON.stringify(key)}:${JSON.stringify(text)}`;
      before = ',';
      if (part.length < PART_LETTERS) continue;
      yield part;
      part = '';
      await new Promise((resolve) => setImmediate(resolve));
    }
    part += '}}';
    before = ',';
  }
  yield `${part}]`;
}
