import type { mongo } from 'mongoose';
import { z } from 'zod';
import type { Api } from '../api.ts';
import type { Row, World } from './world.ts';

/** What a plugin says for the matrix of calls, roles, own and foreign objects: `testing/matrix.ts` in its folder. */
export interface PluginMatrix {
  /** What the ids of an area's calls are of, and of calls that are about something else than the rest of theirs. */
  objects: Readonly<Record<string, ObjectKind>>;
  /** Bodies beside the id, where the schema alone does not say a valid one. A call that needs one and has none fails. */
  bodies?: Readonly<Record<string, Body | ((world: World) => Promise<Body>)>>;
  /**
   * Calls that say no to an own object, too, because of the state that a fresh one is in. Their own cell then shows only
   * that the caller may ask.
   */
  notYet?: Readonly<Record<string, number>>;
  /** Calls that answer with those of several objects that they find, and 200 where they find none. */
  lists?: readonly string[];
  /** What is somebody's alone: no right opens it for others. */
  ownOnly?: readonly string[];
}
type Body = Readonly<Record<string, unknown>>;

/**
 * What a call that takes an id is about. `owned`: an object is somebody's, and only they get at it, or whoever holds
 * `readAll`; `make` makes one of theirs. `shared`: objects are nobody's, so that the right to the call is all there is to
 * say; the reason says why.
 */
export type ObjectKind =
  | { kind: 'owned'; readAll: string | undefined; collection: string; make: Make }
  | { kind: 'shared'; reason: string };

export interface Owner {
  id: string;
  account: string;
  api: Api;
}

type Rows = mongo.Collection<Row>;
export type Make = (place: { owner: Owner; collection: Rows }) => Promise<string>;

/** A row as its own calls would store it, for things that nobody can make at will. */
export const stored =
  (fields: (id: string) => Record<string, unknown>): Make =>
  async ({ owner, collection }) => {
    const id = Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('hex');
    const now = new Date();
    const columns = { version: 1, create_time: now, update_time: now, remove_time: null, remove_by: null };
    await collection.insertOne({ _id: id, owner: owner.id, ...columns, ...fields(id) });
    return id;
  };

/** As far as it can be said of a module that was found by its name; its own type says the rest. */
export const zPluginMatrix = z.custom<PluginMatrix>(
  (value) => z.object({ objects: z.record(z.string(), z.unknown()) }).safeParse(value).success,
);
