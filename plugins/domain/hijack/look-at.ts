import type { PluginContext } from '@waypost/sdk';
import type { OwnPlace } from '../place/own-place.ts';
import { askEverybody } from './ask-everybody.ts';
import { judgeAnswers, judgePage } from './judge-answers.ts';
import { readPage } from './read-page.ts';
import type { HijackLook, StoredHijack } from './stored.ts';

/** What holds for all checks of a while. */
export interface HijackSurroundings {
  own: OwnPlace;
  /** Who is asked beside the servers of the zone. */
  resolvers: readonly string[];
  isSafe: boolean;
  /** Milliseconds between two checks; 0: only when somebody asks. */
  everyMs: number;
}

/** Looks at a name once. Nothing is written. */
export async function lookForHijack(
  context: PluginContext,
  { name, accepted }: Pick<StoredHijack, 'name' | 'accepted'>,
  { own, resolvers, isSafe }: HijackSurroundings,
): Promise<HijackLook> {
  const begun = performance.now();
  const addresses = new Set([...own.addresses, ...(accepted?.addresses ?? [])]);
  const isOwnKnown = addresses.size > 0;
  const aliases = new Set([
    ...(accepted?.aliases ?? []),
    // Where nobody could say what our own addresses are, the name that all of them stand behind does.
    ...(isOwnKnown || own.host === '' ? [] : [own.host]),
  ]);
  const [said, page] = await Promise.all([
    askEverybody(context, { name, resolvers, expected: { addresses, aliases } }),
    readPage(context, name, { isSafe }),
  ]);
  return {
    said,
    page,
    expected: [...addresses].sort(),
    found: {
      answers: judgeAnswers(said, { isOwnKnown }),
      site: judgePage(page, accepted?.page ?? null),
    },
    ms: Math.round(performance.now() - begun),
  };
}
