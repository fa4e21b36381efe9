import { paletteInquire } from '@waypost/contract/platform';
import { FINDER_KINDS, FINDER_VERSIONS, type Finder, finderName, type PluginContext } from '@waypost/sdk';

/** Of each kind; more are found by typing on. */
const LIMIT = 5;

/** Mounts the search of the command palette: every plugin that offers a finder is asked. */
export function mountPalette(context: PluginContext): void {
  context.call(paletteInquire, async ({ search }, request) => {
    const groups = await Promise.all(
      FINDER_KINDS.map(async (kind) => {
        const finder = context.require<Finder>(finderName(kind), FINDER_VERSIONS);
        if (!finder) return { kind, count: 0, found: [] };
        return { kind, ...(await finder.find({ text: search, limit: LIMIT }, request)) };
      }),
    );
    return { groups: groups.filter(({ found }) => found.length > 0) };
  });
}
