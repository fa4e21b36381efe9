import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SentCommand } from '../request/context.ts';
import { isGenericField } from '../request/known-fields.ts';
import { type Document, decodeDocument, isDocument, type Value } from '../value/index.ts';

/** What a word is: the same name can mean different things in different places. */
export type WordKind =
  | 'command'
  | 'option'
  | 'stage'
  | 'query'
  | 'update'
  | 'accumulator'
  | 'expression'
  | 'variable';

/** Notes a word; what was noted already changes nothing. */
type Note = (kind: WordKind, name: string) => void;

/** Commands of one kind, collection and size that are looked at; most of those that follow differ in values alone. */
const LOOKED_AT = 8;
const MOST_KEYS = 20_000;
/** Drivers' own. */
const GREETINGS: ReadonlySet<string> = new Set(['hello', 'ismaster', 'isMaster']);
/** They name a session and the state of a cluster. */
const LEFT_OUT: ReadonlySet<string> = new Set(['lsid', '$db', '$clusterTime', '$readPreference']);

/**
 * Writes down, for tests, of which words commands are made: names of commands, options, stages and operators, each once, a line each, in a
 * file of this process in `folder`. At once, so that one that is killed has told what it knew.
 */
export const openSentWords = (folder: string): ((sent: SentCommand) => void) => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}-${crypto.randomUUID().slice(0, 8)}.txt`);
  const known = new Set<string>();
  const seen = new Map<string, number>();
  const note: Note = (kind, name) => {
    const line = `${kind}\t${name}\n`;
    if (known.has(line)) return;
    known.add(line);
    appendFileSync(file, line);
  };
  return (sent) => {
    const key = keyOf(sent);
    const times = seen.get(key) ?? 0;
    if (times >= LOOKED_AT) return;
    if (seen.size > MOST_KEYS) seen.clear();
    seen.set(key, times + 1);
    noteWords(sent, note);
  };
};

function keyOf({ name, command, sequences }: SentCommand): string {
  let bytes = 0;
  if (name !== 'insert')
    for (const parts of sequences.values()) for (const part of parts) bytes += part.length;
  const fields = [...command].map(([field, value]) => `${field}${sizeOf(value)}`);
  return `${String(command.get(name))} ${fields.join()} ${bytes}`;
}

const sizeOf = (value: Value): number | string =>
  Array.isArray(value) || typeof value === 'string'
    ? value.length
    : isDocument(value)
      ? [...value]
          .map(([field, inner]) => `${field}${isDocument(inner) ? [...inner.keys()].join() : ''}`)
          .join()
      : '';

/** Walks one command. */
export const noteWords = ({ name, command, sequences }: SentCommand, note: Note): void => {
  note('command', name);
  if (GREETINGS.has(name)) return;
  for (const [field, value] of command) {
    if (field === name || LEFT_OUT.has(field)) continue;
    if (field === 'readConcern' || field === 'writeConcern') noteConcern(field, value, note);
    else note('option', `${isGenericField(field) ? '*' : name}.${field}`);
  }
  for (const field of ['filter', 'query']) noteQuery(command.get(field), note);
  for (const field of ['projection', 'fields']) noteExpression(command.get(field), note);
  notePipeline(command.get('pipeline'), note);
  noteUpdate(command.get('update'), note);
  for (const filter of listOf(command.get('arrayFilters'))) noteQuery(filter, note);
  for (const field of ['updates', 'deletes', 'ops', 'indexes'])
    for (const statement of statementsOf(command, sequences, field))
      noteStatement(`${name}.${field}`, statement, note);
};

const listOf = (value: Value | undefined): readonly Value[] => (Array.isArray(value) ? value : []);

function* statementsOf(
  command: Document,
  sequences: SentCommand['sequences'],
  field: string,
): Generator<Document> {
  for (const bytes of sequences.get(field) ?? []) yield decodeDocument(bytes);
  for (const value of listOf(command.get(field))) if (isDocument(value)) yield value;
}

/** Their values say what is asked for. */
function noteConcern(name: string, concern: Value, note: Note): void {
  if (!isDocument(concern)) return;
  for (const [field, value] of concern)
    note('option', `*.${name}.${field}${typeof value === 'string' ? `: ${value}` : ''}`);
}

function noteStatement(place: string, statement: Document, note: Note): void {
  for (const [field, value] of statement) {
    // A key of an index and a document of data have names of fields, and no words.
    note('option', `${place}.${field}`);
    if (field === 'q' || field === 'filter' || field === 'partialFilterExpression') noteQuery(value, note);
    if (field === 'u' || field === 'updateMods') noteUpdate(value, note);
    if (field === 'arrayFilters') for (const filter of listOf(value)) noteQuery(filter, note);
  }
}

function noteQuery(query: Value | undefined, note: Note): void {
  for (const item of listOf(query)) noteQuery(item, note);
  if (!isDocument(query)) return;
  for (const [name, value] of query) {
    if (name.startsWith('$')) note('query', name);
    if (name === '$expr') noteExpression(value, note);
    else noteQuery(value, note);
  }
}

function noteUpdate(update: Value | undefined, note: Note): void {
  if (Array.isArray(update)) notePipeline(update, note);
  if (!isDocument(update)) return;
  for (const [name, operand] of update) {
    if (!name.startsWith('$')) continue;
    note('update', name);
    if (name === '$pull') noteQuery(operand, note);
    if ((name === '$push' || name === '$addToSet') && isDocument(operand))
      for (const value of operand.values())
        if (isDocument(value))
          for (const modifier of value.keys()) if (modifier.startsWith('$')) note('update', modifier);
  }
}

function notePipeline(pipeline: Value | undefined, note: Note): void {
  for (const stage of listOf(pipeline)) {
    if (!isDocument(stage)) continue;
    for (const [name, operand] of stage) {
      note('stage', name);
      noteStage(name, operand, note);
    }
  }
}

/** Stages whose operand has fields of the stage's own; of the others they are the documents'. */
const HAS_OPTIONS: ReadonlySet<string> = new Set([
  ...['$lookup', '$unionWith', '$merge', '$out', '$changeStream', '$currentOp', '$collStats', '$indexStats'],
  ...[
    '$unwind',
    '$bucket',
    '$bucketAuto',
    '$sample',
    '$fill',
    '$densify',
    '$setWindowFields',
    '$replaceRoot',
  ],
]);

function noteStage(name: string, operand: Value, note: Note): void {
  if (name === '$match') noteQuery(operand, note);
  else if (!isDocument(operand)) noteExpression(operand, note);
  else if (name === '$group') noteGroup(operand, note);
  else if (name === '$facet') for (const inner of operand.values()) notePipeline(inner, note);
  else noteOperand(name, operand, note);
}

/** Fields of a stage's operand that hold something else than expressions. */
const NO_EXPRESSIONS: ReadonlySet<string> = new Set(['pipeline', 'whenMatched', 'output']);

function noteOperand(name: string, operand: Document, note: Note): void {
  if (HAS_OPTIONS.has(name)) for (const option of operand.keys()) note('stage', `${name}.${option}`);
  noteGroup(operand.get('output'), note);
  for (const inner of ['pipeline', 'whenMatched']) notePipeline(operand.get(inner), note);
  for (const [option, value] of operand)
    if (!NO_EXPRESSIONS.has(option)) noteExpression(new Map([[option, value]]), note);
}

function noteGroup(fields: Value | undefined, note: Note): void {
  if (!isDocument(fields)) return;
  for (const [field, content] of fields) {
    if (field === '_id' || !isDocument(content)) {
      noteExpression(content, note);
      continue;
    }
    for (const [name, operand] of content) {
      note('accumulator', name);
      noteExpression(operand, note);
    }
  }
}

/** A variable of the server's own; those that an expression makes are in small letters. */
const VARIABLE = /^\$\$[A-Z_]+/;

function noteExpression(expression: Value | undefined, note: Note): void {
  const [variable] = typeof expression === 'string' ? (VARIABLE.exec(expression) ?? []) : [];
  if (variable !== undefined) note('variable', variable);
  for (const item of listOf(expression)) noteExpression(item, note);
  if (!isDocument(expression)) return;
  for (const [name, value] of expression) {
    if (name.startsWith('$')) note('expression', name);
    if (name !== '$literal' && name !== '$const') noteExpression(value, note);
  }
}
