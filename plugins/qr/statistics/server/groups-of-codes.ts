import type { PluginContext } from '@waypost/sdk';
import { codeResource } from '../../screens/qr_code_list/resource.ts';

/** Groups by the ids of codes; empty: in none. */
type Groups = Map<string, string>;
interface Known {
  groups: Groups;
  /** When it was read last, milliseconds. */
  time: number;
}

/** Codes that are remembered, of all scopes together: some 20 MB. */
const MOST_CODES = 200_000;
/** Clocks of several processes differ, and a change is seen after the time that it names. */
const MARGIN_MS = 300_000;
const EVERYBODY = '';

/** Groups of the codes of one owner, by their ids; of everybody's codes only those that are or were in one. */
export type GroupsOfCodes = (owner: string | undefined) => Promise<ReadonlyMap<string, string>>;

const ofContexts = new WeakMap<PluginContext, GroupsOfCodes>();

/**
 * Which groups codes are in: read as a whole once, then what has changed since. Twenty thousand codes take longer to be read
 * than their visits do to be added up.
 */
export function groupsOfCodes(context: PluginContext): GroupsOfCodes {
  const known = ofContexts.get(context) ?? rememberGroups(context);
  ofContexts.set(context, known);
  return known;
}

function rememberGroups(context: PluginContext): GroupsOfCodes {
  const model = context.model(codeResource);
  const scopes = new Map<string, Known>();

  const readInto = async (groups: Groups, filter: object): Promise<void> => {
    const codes = await model.find(filter as never, { group: 1 } as never).lean();
    for (const { _id, group } of codes as unknown as { _id: unknown; group?: string | null }[])
      groups.set(String(_id), group ?? '');
  };
  const refreshed = async (owner: string | undefined, time: number): Promise<Known> => {
    const whose = owner === undefined ? {} : { owner };
    const known = scopes.get(owner ?? EVERYBODY);
    if (known !== undefined) {
      await readInto(known.groups, { ...whose, update_time: { $gte: new Date(known.time - MARGIN_MS) } });
      // Of an owner's some were purged otherwise, or are somebody else's now.
      const isWhole = owner === undefined || (await model.countDocuments({ owner })) === known.groups.size;
      if (isWhole) return { groups: known.groups, time };
    }
    const groups: Groups = new Map();
    await readInto(groups, owner === undefined ? { group: { $gt: '' } } : whose);
    return { groups, time };
  };

  return async (owner) => {
    const known = await refreshed(owner, context.clock.now());
    // What was asked for last is let go last.
    scopes.delete(owner ?? EVERYBODY);
    scopes.set(owner ?? EVERYBODY, known);
    let codes = [...scopes.values()].reduce((sum, { groups }) => sum + groups.size, 0);
    for (const [oldest, { groups }] of scopes) {
      if (codes <= MOST_CODES) break;
      scopes.delete(oldest);
      codes -= groups.size;
    }
    return known.groups;
  };
}
