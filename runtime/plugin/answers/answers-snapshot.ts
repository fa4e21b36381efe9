import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zKnownAnswer } from '@waypost/contract';
import { z } from 'zod';
import { type Tables, tableName } from './answer-rows.ts';
import type { DeclaredAnswer } from './declared-answers.ts';

const FILE = 'known-answers.json';
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
  const kept = declared.map(({ plugin, answer }) => ({
    plugin,
    answer,
    entries: Object.fromEntries(tables.get(tableName(plugin, answer.path)) ?? []),
  }));
  const file = join(dataDirectory, FILE);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(kept), { mode: 0o600 });
  await rename(draft, file);
}
