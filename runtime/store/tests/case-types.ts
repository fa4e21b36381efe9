/** A value as it stands in a case file: EJSON in which a plain whole number is an int and another number a double. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** What an answer must be; types, order of fields and, unless `isUnordered`, order of documents count. */
export interface Expected {
  /** The documents of the first batch of a cursor. */
  documents?: Json[];
  isUnordered?: boolean;
  /** Fields of the answer; others may be there, too. */
  reply?: { [name: string]: Json };
  /** The code of the refusal, of the whole command or of its first write; with `reply`, what the answer says beside it. */
  error?: number;
  /** Error labels that must be there. */
  labels?: string[];
}

/** One command of a case, or the end of a session's transaction. */
export interface Step {
  command?: { [name: string]: Json };
  /** The database, when it is not the case's own. */
  database?: string;
  /** The session the command belongs to; it is within a transaction from its first command on. */
  transaction?: string;
  commit?: string;
  abort?: string;
  expected?: Expected;
}

/** One behaviour of the store, with the page of MongoDB's manual (or the observation) that it rests on. */
export interface StoreCase {
  name: string;
  source: string;
  /** What is stored before: in collection `c`, or by collection. */
  documents?: Json[] | { [collection: string]: Json[] };
  /** A single command with `expected`, or a sequence of them. */
  command?: { [name: string]: Json };
  expected?: Expected;
  commands?: Step[];
  /** Why a real server need not answer so: what the embedded store refuses. */
  embeddedOnly?: string;
}

export const stepsOf = ({ command, expected, commands }: StoreCase): Step[] => {
  if (commands !== undefined) return commands;
  return command === undefined ? [] : [{ command, ...(expected !== undefined && { expected }) }];
};
