import type { PluginContext } from '@waypost/sdk';
import { usableNames } from '../domains/domain-names.ts';
import { domainErrors } from '../domains/errors.ts';
import { codeHosts } from '../moving/count-codes.ts';
import type { TriedHomeless } from '../screens/nodomain/calls.ts';
import { countHomeless } from './list-codes.ts';
import { homelessPlaces } from './places.ts';
import { createUsable, type Meant, meantPlaces, moveOf, nextPlaces } from './wish.ts';

/** Domains offered at once. */
const MOST_TARGETS = 50;
/** Codes, and places, that a trial looks at: what lies behind is as a rule like what lies before. */
const MOST_CODES = 1_000;
const MOST_PLACES = 100;

/** Where the codes that are meant could be put: of several owners the platform's own address alone is everybody's. */
export async function homelessTargets(context: PluginContext, meant: Meant, search: string | undefined) {
  const filter = meantPlaces(meant);
  const [one, other] = await homelessPlaces(context).aggregate<{ _id: string }>([
    { $match: filter },
    { $group: { _id: '$owner' } },
    { $limit: 2 },
  ]);
  const chosen = one === undefined ? 0 : meant.wish.rows?.length;
  const codes = chosen ?? (await countHomeless(context, filter));
  const isOnes = one !== undefined && other === undefined;
  const names = isOnes ? await usableNames(context, { owner: one._id, search, limit: MOST_TARGETS }) : [];
  return {
    codes,
    is_one_owner: isOnes,
    is_available: codeHosts(context) !== undefined,
    targets: names.map(({ host, shown, type, is_working, is_platform }) => ({
      host,
      shown,
      type,
      is_working,
      is_platform,
    })),
  };
}

/**
 * Says what it would come to that codes are put on another domain, and changes nothing.
 * Errors: `domain.codes_away` 503
 */
export async function tryHomeless(context: PluginContext, meant: Meant, to: string): Promise<TriedHomeless> {
  const service = codeHosts(context);
  if (service === undefined) throw domainErrors.codesAway.create();
  const isUsable = createUsable(context, to);
  const tried: TriedHomeless = {
    codes: 0,
    tried: 0,
    keeps: 0,
    stops: 0,
    same: 0,
    stays: 0,
    refused: 0,
    is_whole: true,
  };
  const places = await nextPlaces(context, meant, { after: '', limit: MOST_PLACES + 1 });
  for (const place of places.slice(0, MOST_PLACES)) {
    const limit = MOST_CODES - tried.tried;
    if (limit <= 0) tried.is_whole = false;
    if (limit <= 0) break;
    const move = moveOf(place, meant, to);
    // Onto itself nothing can be moved: the codes are meant, and stay.
    const isSame = place.host === to;
    const some = await service.tryMove({ ...move, to: isSame ? '' : to, limit });
    tried.tried += some.codes;
    if (!some.is_whole) tried.is_whole = false;
    if (isSame || !(await isUsable(place.owner))) tried.refused += some.codes;
    else for (const what of ['keeps', 'stops', 'same', 'stays'] as const) tried[what] += some[what];
  }
  if (places.length > MOST_PLACES) tried.is_whole = false;
  const whole = tried.is_whole ? tried.tried : await countHomeless(context, meantPlaces(meant));
  return { ...tried, codes: Math.max(whole, tried.tried) };
}
