import { errors, YesNo } from '@waypost/contract';
import type { Session } from '@waypost/sdk';
import type { Connection } from 'mongoose';
import type { AccountDocument, Collections } from '../collections.ts';
import { superiorInside, superiorTooDeep } from '../errors.ts';

/** Levels of superiors over an account: each account keeps all of them, so there must be an end. */
export const HIERARCHY_LEVELS = 50;

/** Where an account stands, as it is stored. */
export interface Place {
  superior: string | null;
  ancestors: string[];
}

export interface Hierarchy {
  /**
   * The place right below a superior, inside the transaction that writes it. Errors: `invalid_input` 422 at `superior` for
   * somebody who is not there or disabled, `superior_too_deep` 409.
   */
  below(superior: string | null, session: Session): Promise<Place>;
  /**
   * Moves an account and everybody below it. Errors: as `below`, and `superior_inside` 409 when the new superior is the
   * account itself or stands below it.
   */
  move(id: string, superior: string | null, session: Session): Promise<void>;
  /** Whoever stood right below an account that is purged now stands below its superior. */
  closeUp(id: string, superior: string | null, session: Session): Promise<void>;
  /** Runs work in a transaction of its own, again on a conflict. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
}

/**
 * Who stands below whom, without circles. Each move writes all accounts below the moved one and touches the new superior:
 * of two moves that would make a circle together, each writes what the other touches, and one runs again.
 */
export function createHierarchy(options: { connection: Connection; collections: Collections }): Hierarchy {
  const { accounts } = options.collections;

  async function below(superior: string | null, session: Session): Promise<Place> {
    if (superior === null) return { superior, ancestors: [] };
    const found = await accounts.findOneAndUpdate(
      { _id: superior, disabled: YesNo.no, remove_time: null },
      { $inc: { place_guard: 1 } },
      { session, returnDocument: 'after' },
    );
    if (!found) throw unavailable();
    const ancestors = [...(found.ancestors ?? []), superior];
    if (ancestors.length > HIERARCHY_LEVELS) throw superiorTooDeep.create({ limit: HIERARCHY_LEVELS });
    return { superior, ancestors };
  }

  /** Puts those below an account behind its new superiors; each keeps what lies between. */
  async function follow(id: string, ancestors: readonly string[], session: Session): Promise<void> {
    const moved = accounts.find({ ancestors: id }, { session }).project<AccountDocument>({ ancestors: 1 });
    const writes = [];
    for (const { _id, ancestors: before = [] } of await moved.toArray()) {
      const after = [...ancestors, ...before.slice(before.indexOf(id))];
      if (after.length > HIERARCHY_LEVELS) throw superiorTooDeep.create({ limit: HIERARCHY_LEVELS });
      writes.push({ updateOne: { filter: { _id }, update: { $set: { ancestors: after } } } });
    }
    if (writes.length > 0) await accounts.bulkWrite(writes, { session });
  }

  return {
    below,
    move: async (id, superior, session) => {
      const place = await below(superior, session);
      if (superior === id || place.ancestors.includes(id)) throw superiorInside.create();
      await accounts.updateOne({ _id: id }, { $set: { ...place } }, { session });
      await follow(id, place.ancestors, session);
    },
    closeUp: async (id, superior, session) => {
      await accounts.updateMany({ superior: id }, { $set: { superior } }, { session });
      await accounts.updateMany({ ancestors: id }, { $pull: { ancestors: id } }, { session });
    },
    transaction: async (work) => {
      const session = await options.connection.startSession();
      try {
        return await session.withTransaction(() => work(session));
      } finally {
        await session.endSession();
      }
    },
  };
}

/** Accounts from before are found by the beginning of name and phone as others are. */
export async function fillSearchKeys({ accounts }: Collections): Promise<void> {
  const without = await accounts
    .find({ name_key: { $exists: false } })
    .project<Pick<AccountDocument, '_id' | 'name' | 'phone'>>({ name: 1, phone: 1 })
    .toArray();
  for (const { _id, name, phone } of without) {
    const keys = {
      name_key: (name ?? '').trim().toLowerCase(),
      phone_key: (phone ?? '').replaceAll(/\D/g, ''),
    };
    await accounts.updateOne({ _id, name_key: { $exists: false } }, { $set: keys });
  }
}

/** Accounts from before have a superior and no list of them all; those at the top come first. */
export async function fillAncestors({ accounts }: Collections): Promise<void> {
  const without = await accounts
    .find({ ancestors: { $exists: false } })
    .project<Pick<AccountDocument, '_id' | 'superior'>>({ superior: 1 })
    .toArray();
  const superiors = new Map(without.map(({ _id, superior }) => [_id, superior ?? null]));
  const known = new Map<string, string[]>();
  const chain = async (id: string): Promise<string[]> => {
    const found = known.get(id);
    if (found) return found;
    if (!superiors.has(id)) return (await accounts.findOne({ _id: id }))?.ancestors ?? [];
    const superior = superiors.get(id) ?? null;
    const ancestors = superior === null ? [] : [...(await chain(superior)), superior];
    known.set(id, ancestors);
    return ancestors;
  };
  for (const _id of superiors.keys()) {
    const ancestors = await chain(_id);
    await accounts.updateOne({ _id, ancestors: { $exists: false } }, { $set: { ancestors } });
  }
}

function unavailable() {
  return errors.invalidInput.create(
    {},
    { errors: [{ path: 'superior', message: 'error.superior_unavailable' }] },
  );
}
