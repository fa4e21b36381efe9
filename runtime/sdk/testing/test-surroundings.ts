import type { VisitSurroundings } from '../../visit/trying/surroundings.ts';

const NOBODY = { isEmpty: () => true, has: () => false };

/** What visits that are tried in a test of one plugin meet: nobody is refused, and no page was written. */
export const testSurroundings = (publicUrl: string): VisitSurroundings => ({
  place: { ownHosts: [new URL(publicUrl).host], reportUrl: `${publicUrl}/#/report_abuse` },
  blocked: NOBODY,
  bots: NOBODY,
  ownBlocks: NOBODY,
  templates: { of: () => undefined },
  isPluginActive: () => true,
  answered: undefined,
});
