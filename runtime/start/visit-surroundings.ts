import type { VisitPath, VisitSurroundings } from '../visit/index.ts';
import type { Ground } from './ground.ts';
import type { SharedParts } from './shared-parts.ts';
import { openVisitLists, type VisitLists } from './visit-lists.ts';
import { blockedOf, placeOfVisits } from './visits.ts';

/** The lists that visits go by: opened at the start where they are answered, elsewhere when one is tried for the first time. */
export function createListsOfVisits(ground: Ground) {
  const mustAnswer = ground.environment.roles.has('visit');
  let opened: Promise<VisitLists> | undefined = mustAnswer ? openVisitLists(ground) : undefined;
  const openNow = async (): Promise<VisitLists> => {
    const lists = await openVisitLists(ground);
    await lists.load();
    return lists;
  };
  return {
    /** Undefined where no visits are answered. */
    answering: opened,
    /** Those of a trial, read from the store. */
    read(): Promise<VisitLists> {
      opened ??= openNow().catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    async stop(): Promise<void> {
      await (await opened)?.stop();
    },
  };
}

/** What a visit would meet now. */
export async function surroundingsNow(
  parts: Pick<SharedParts, 'ipBlack' | 'pageLanguages' | 'publicAddress' | 'siteName'>,
  live: {
    lists: Promise<VisitLists>;
    isPluginActive(plugin: string): boolean;
    visitPath: VisitPath | undefined;
  },
): Promise<VisitSurroundings> {
  const { jumpTemplates, serverAddresses, visitBlocks } = await live.lists;
  return {
    place: placeOfVisits(parts),
    blocked: blockedOf(parts, serverAddresses),
    bots: serverAddresses.bots,
    ownBlocks: visitBlocks,
    templates: jumpTemplates,
    isPluginActive: live.isPluginActive,
    answered: live.visitPath?.answered(),
  };
}
