import { createHash } from 'node:crypto';
import type { SlowShape } from '@waypost/sdk/platform';
import { z } from 'zod';
import { isOurProgram } from '../../storage/program-name.ts';
import { shapeOf } from './shape-of.ts';
import { commandName, verbOf } from './verb-of.ts';

const zCommand = z.record(z.string(), z.unknown()).catch({});

/** A document of `system.profile`, as far as it is looked at. */
export const zNote = z.looseObject({
  op: z.string().catch(''),
  ns: z.string().catch(''),
  command: zCommand.optional(),
  originatingCommand: zCommand.optional(),
  millis: z.number(),
  ts: z.date(),
  docsExamined: z.number().optional(),
  planSummary: z.string().optional(),
  appName: z.string().optional(),
  errCode: z.number().optional(),
});
export type Note = z.output<typeof zNote>;

/** Notes of commands that took long, by what they asked. Those that wait for changes on purpose are left out. */
export function slowShapes(notes: readonly Note[], database: string): SlowShape[] {
  const shapes = new Map<string, SlowShape>();
  for (const note of notes) {
    const one = readNote(note, database);
    if (one === undefined) continue;
    const known = shapes.get(one.key);
    shapes.set(one.key, known === undefined ? one : joined(known, one));
  }
  return [...shapes.values()];
}

/** Two groups of one shape as one. */
export function joined(one: SlowShape, other: SlowShape): SlowShape {
  const worst = other.worst_ms >= one.worst_ms ? other : one;
  const newest = other.last >= one.last ? other : one;
  return {
    ...one,
    count: one.count + other.count,
    total_ms: one.total_ms + other.total_ms,
    worst_ms: worst.worst_ms,
    plan: worst.plan,
    documents_read: worst.documents_read,
    last: newest.last,
    program: newest.program,
    asked_by: newest.asked_by,
    failed: one.failed + other.failed,
  };
}

function readNote(note: Note, database: string): SlowShape | undefined {
  const sent = note.command ?? {};
  const asked = note.originatingCommand ?? sent;
  const verb = verbOf(commandName(asked) === '' ? { [KINDS[note.op] ?? note.op]: 1 } : asked);
  if (verb === 'follow') return undefined;
  const collection = note.ns.startsWith(`${database}.`) ? note.ns.slice(database.length + 1) : '';
  // Reading the notes themselves is none of the platform's work.
  if (collection === 'system.profile') return undefined;
  const command = commandName(sent) || (KINDS[note.op] ?? note.op);
  // A profile of MongoDB has one update or delete a note, without the command around it.
  const shape = shapeOf(asked);
  const { appName: program = '' } = note;
  const said = sent.comment ?? asked.comment;
  const plan = (note.planSummary ?? '').slice(0, 300);
  return {
    key: createHash('sha256')
      .update(JSON.stringify([command, collection, shape]))
      .digest('hex')
      .slice(0, 24),
    verb,
    command,
    shape,
    program,
    plan,
    collection: collection.startsWith('$cmd') ? '' : collection,
    count: 1,
    total_ms: note.millis,
    worst_ms: note.millis,
    last: note.ts,
    asked_by: isOurProgram(program) && typeof said === 'string' ? said.slice(0, 200) : '',
    documents_read: note.docsExamined ?? null,
    failed: note.errCode === undefined ? 0 : 1,
  };
}

/** MongoDB's names of operations, as commands. */
const KINDS: Readonly<Record<string, string>> = {
  query: 'find',
  getmore: 'getMore',
  remove: 'delete',
};
