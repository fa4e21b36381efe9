import { type Clock, newId, type Random } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import { isDuplicateKey } from '../../storage/index.ts';
import type { IpBlackDocument } from '../collections.ts';

/** The list of refused addresses for whoever sits at the terminal; running processes follow it. */
export interface IpBlackRows {
  /** Undefined: it is on the list already. `ip`: in the spelling of `formatRange`. */
  add(row: Pick<IpBlackDocument, 'ip' | 'reason' | 'expires_at'>): Promise<IpBlackDocument | undefined>;
  list(): Promise<IpBlackDocument[]>;
  /** Undefined: it is not on the list. */
  remove(ip: string): Promise<IpBlackDocument | undefined>;
}

export function createIpBlackRows(options: {
  collection: Collection<IpBlackDocument>;
  clock: Clock;
  random: Random;
}): IpBlackRows {
  const { clock, collection } = options;
  return {
    add: async (row) => {
      const now = clock.date();
      const made: IpBlackDocument = {
        _id: newId(options),
        ...row,
        author: '',
        version: 1,
        create_time: now,
        update_time: now,
        remove_time: null,
        remove_by: null,
      };
      try {
        await collection.insertOne(made);
        return made;
      } catch (error) {
        if (isDuplicateKey(error)) return undefined;
        throw error;
      }
    },
    list: () => collection.find({}).sort({ ip: 1 }).toArray(),
    remove: async (ip) => (await collection.findOneAndDelete({ ip })) ?? undefined,
  };
}
