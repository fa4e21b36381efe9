import type { CollectionDeclaration, PluginContext } from '@waypost/sdk';
import { newId } from '@waypost/sdk';

/** Work that one process does at a time. */
export type TurnName = 'poll' | 'send';

interface StoredTurn {
  _id: string;
  holder: string;
  until: Date;
}

const COLLECTION: CollectionDeclaration<StoredTurn> = {
  name: 'turn',
  onUninstall: 'drop',
  fields: { _id: String, holder: String, until: Date },
};

export const turns = (context: PluginContext) => context.collection(COLLECTION);

export interface Turn {
  /** Holds it on. @returns false when somebody else has it by now */
  renew(): Promise<boolean>;
  end(): Promise<void>;
}

/**
 * Takes a turn where nobody has it, or whoever had it was ended.
 * @param lifeMs how long it is held without being renewed
 * @returns undefined while somebody else has it
 */
export async function takeTurn(
  context: PluginContext,
  name: TurnName,
  lifeMs: number,
): Promise<Turn | undefined> {
  const model = turns(context);
  const holder = newId(context);
  const end = () => new Date(context.clock.now() + lifeMs);
  // Two at once: one of them writes the row, and the other's is one that is there already.
  await model.updateOne(
    { _id: name },
    { $setOnInsert: { holder: '', until: new Date(0) } },
    { upsert: true },
  );
  const { modifiedCount } = await model.updateOne(
    { _id: name, until: { $lte: context.clock.date() } },
    { $set: { holder, until: end() } },
  );
  if (modifiedCount === 0) return undefined;
  return {
    async renew() {
      const { matchedCount } = await model.updateOne({ _id: name, holder }, { $set: { until: end() } });
      return matchedCount > 0;
    },
    async end() {
      await model.updateOne({ _id: name, holder }, { $set: { until: new Date(0) } });
    },
  };
}
