import { fitOf } from '@waypost/contract';
import { paletteInquire } from '@waypost/contract/platform';
import {
  FINDER_KINDS,
  FINDER_VERSIONS,
  type Finder,
  type Found,
  finderName,
  type PluginContext,
} from '@waypost/sdk';

/** Of each kind; more are found by typing on. */
const LIMIT = 5;
/** Newest matches of each kind among which the best are chosen: finders answer by age alone. */
const CANDIDATES = 20;

/** Mounts the search of the command palette: every plugin that offers a finder is asked. */
export function mountPalette(context: PluginContext): void {
  context.call(paletteInquire, async ({ search }, request) => {
    const groups = await Promise.all(
      FINDER_KINDS.map(async (kind) => {
        const finder = context.require<Finder>(finderName(kind), FINDER_VERSIONS);
        if (!finder) return { kind, count: 0, found: [] };
        const { count, found } = await finder.find({ text: search, limit: CANDIDATES }, request);
        return { kind, count, found: found.sort(byFit(search)).slice(0, LIMIT) };
      }),
    );
    return { groups: groups.filter(({ found }) => found.length > 0) };
  });
}

/** Matches whose whole name is the text come first, those that have it anywhere last. */
function byFit(text: string) {
  const fit = ({ title, detail }: Found) => Math.min(fitOf(title, text) ?? 4, fitOf(detail, text) ?? 4);
  return (left: Found, right: Found) => fit(left) - fit(right);
}
