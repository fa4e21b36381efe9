import type { Filter, PluginContext } from '@waypost/sdk';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import type { StoredCode } from './link.ts';

/** Where a code is put: its group, or the first host that it answers on. */
type Place = 'group' | 'domain';
/** Places by the ids of codes; empty: in none. */
type Places = Map<string, string>;
interface Known {
  places: Places;
  /** When it was read last, milliseconds. */
  time: number;
}

/** Codes that are remembered of a kind of place, of all scopes together: some 20 MB. */
const MOST_CODES = 200_000;
/** Clocks of several processes differ, and a change is seen after the time that it names. */
const MARGIN_MS = 300_000;
const EVERYBODY = '';

/**
 * Places of the codes of one owner, by their ids; of everybody's codes only those that are or were in one, purged ones among
 * them.
 */
export type PlacesOfCodes = (owner: string | undefined) => Promise<ReadonlyMap<string, string>>;

const ofContexts: Record<Place, WeakMap<PluginContext, PlacesOfCodes>> = {
  group: new WeakMap(),
  domain: new WeakMap(),
};

/**
 * Where codes are put: read as a whole once, then what has changed since. Twenty thousand codes take longer to be read
 * than their visits do to be added up.
 */
export function rememberedPlaces(context: PluginContext, place: Place): PlacesOfCodes {
  const known = ofContexts[place].get(context) ?? rememberPlaces(context, place);
  ofContexts[place].set(context, known);
  return known;
}

function rememberPlaces(context: PluginContext, place: Place): PlacesOfCodes {
  const model = context.model(codeResource);
  const scopes = new Map<string, Known>();

  const readInto = async (places: Places, filter: Filter<StoredCode>): Promise<void> => {
    const codes = await model.find(filter, { group: 1, domain: 1 }).lean();
    for (const code of codes) places.set(String(code._id), code[place] ?? '');
  };
  const refreshed = async (owner: string | undefined, time: number): Promise<Known> => {
    const whose = owner === undefined ? {} : { owner };
    const known = scopes.get(owner ?? EVERYBODY);
    if (known !== undefined) {
      await readInto(known.places, { ...whose, update_time: { $gte: new Date(known.time - MARGIN_MS) } });
      // Of an owner's some were purged otherwise, or are somebody else's now.
      const isWhole = owner === undefined || (await model.countDocuments({ owner })) === known.places.size;
      if (isWhole) return { places: known.places, time };
    }
    const places: Places = new Map();
    await readInto(places, owner === undefined ? { [place]: { $gt: '' } } : whose);
    return { places, time };
  };

  return async (owner) => {
    const known = await refreshed(owner, context.clock.now());
    // What was asked for last is let go last.
    scopes.delete(owner ?? EVERYBODY);
    scopes.set(owner ?? EVERYBODY, known);
    let codes = [...scopes.values()].reduce((sum, { places }) => sum + places.size, 0);
    for (const [oldest, { places }] of scopes) {
      if (codes <= MOST_CODES) break;
      scopes.delete(oldest);
      codes -= places.size;
    }
    return known.places;
  };
}
