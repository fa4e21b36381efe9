import { type Json, type StoreCase, stepsOf } from './case-types.ts';
import type { OperatorKind } from './operator-names.ts';

/** Notes that an operator of some kind was met. */
type Note = (kind: OperatorKind, name: string) => void;

/** Walks the commands of a case and notes each operator by the place it stands in. */
export const noteOperators = (one: StoreCase, note: Note): void => {
  for (const { command } of stepsOf(one)) noteCommand(command ?? {}, note);
};

type Fields = { [name: string]: Json };

const isFields = (json: Json | undefined): json is Fields =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

const items = (json: Json | undefined): Json[] => (Array.isArray(json) ? json : []);

const noteCommand = (command: Fields, note: Note): void => {
  noteQuery(command.filter ?? command.query, note);
  noteExpression(command.projection ?? command.fields, note);
  notePipeline(command.pipeline, note);
  noteUpdate(command.update, note);
  for (const statement of [...items(command.updates), ...items(command.deletes)]) {
    if (!isFields(statement)) continue;
    noteQuery(statement.q, note);
    noteUpdate(statement.u, note);
    for (const filter of items(statement.arrayFilters)) noteQuery(filter, note);
  }
};

const noteQuery = (query: Json | undefined, note: Note): void => {
  for (const item of items(query)) noteQuery(item, note);
  if (!isFields(query)) return;
  for (const [name, value] of Object.entries(query)) {
    if (name.startsWith('$')) note('query', name);
    if (name === '$expr') noteExpression(value, note);
    else noteQuery(value, note);
  }
};

const noteUpdate = (update: Json | undefined, note: Note): void => {
  if (Array.isArray(update)) notePipeline(update, note);
  if (!isFields(update)) return;
  for (const name of Object.keys(update)) if (name.startsWith('$')) note('update', name);
};

const notePipeline = (pipeline: Json | undefined, note: Note): void => {
  for (const stage of items(pipeline)) {
    if (!isFields(stage)) continue;
    for (const [name, operand] of Object.entries(stage)) {
      note('stage', name);
      noteStage(name, operand, note);
    }
  }
};

const noteStage = (name: string, operand: Json, note: Note): void => {
  if (name === '$match') noteQuery(operand, note);
  else if (name === '$group') noteGroup(operand, note);
  else if (name === '$facet' && isFields(operand)) {
    for (const inner of Object.values(operand)) notePipeline(inner, note);
  } else {
    if (isFields(operand)) {
      if (name === '$bucket' || name === '$bucketAuto') noteGroup(operand.output, note);
      notePipeline(operand.pipeline, note);
    }
    noteExpression(operand, note);
  }
};

const noteGroup = (fields: Json | undefined, note: Note): void => {
  if (!isFields(fields)) return;
  for (const [field, content] of Object.entries(fields)) {
    if (field === '_id' || !isFields(content)) {
      noteExpression(content, note);
      continue;
    }
    for (const [name, operand] of Object.entries(content)) {
      note('accumulator', name);
      noteExpression(operand, note);
    }
  }
};

const noteExpression = (expression: Json | undefined, note: Note): void => {
  for (const item of items(expression)) noteExpression(item, note);
  if (!isFields(expression)) return;
  for (const [name, value] of Object.entries(expression)) {
    if (name.startsWith('$')) note('expression', name);
    if (name !== '$literal' && name !== '$const') noteExpression(value, note);
  }
};
