import type { DatabaseVerb } from '@waypost/sdk/platform';

const VERBS: Readonly<Record<string, DatabaseVerb>> = {
  find: 'read',
  count: 'read',
  distinct: 'read',
  getMore: 'read',
  validate: 'read',
  insert: 'write',
  update: 'write',
  delete: 'write',
  findAndModify: 'write',
  bulkWrite: 'write',
  findandmodify: 'write',
  commitTransaction: 'commit',
  abortTransaction: 'commit',
  create: 'structure',
  createIndexes: 'structure',
  dropIndexes: 'structure',
  drop: 'structure',
  collMod: 'structure',
  renameCollection: 'structure',
  dropDatabase: 'structure',
  // The embedded store's own: documents whose time is over, tables that nobody needs.
  ttl: 'tidy',
};

/** What a command does, for people. */
export function verbOf(command: Readonly<Record<string, unknown>>): DatabaseVerb {
  const name = commandName(command);
  if (name !== 'aggregate') return VERBS[name] ?? 'other';
  const stages = Array.isArray(command.pipeline) ? (command.pipeline as unknown[]) : [];
  if (hasStage(stages[0], '$changeStream')) return 'follow';
  return hasStage(stages.at(-1), '$out') || hasStage(stages.at(-1), '$merge') ? 'write' : 'read';
}

/** A command's name is its first field. */
export const commandName = (command: Readonly<Record<string, unknown>>): string =>
  Object.keys(command)[0] ?? '';

const hasStage = (stage: unknown, name: string): boolean =>
  typeof stage === 'object' && stage !== null && name in stage;
