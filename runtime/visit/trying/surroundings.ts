import type { LinkIndex } from '../links/link-index.ts';
import type { BlockedVisitors, OwnBlocks } from '../path/blocked-visitors.ts';
import type { JumpTemplates } from '../path/lead-on.ts';
import type { VisitPlace } from '../path/visit-path.ts';

/** What stands around visits where they are answered. */
export interface VisitSurroundings {
  place: VisitPlace;
  blocked: BlockedVisitors;
  bots: BlockedVisitors;
  ownBlocks: OwnBlocks;
  templates: JumpTemplates;
  isPluginActive(plugin: string): boolean;
  /** The links that this process answers, whose counts are ahead of the store; undefined where it answers none. */
  answered: LinkIndex | undefined;
}
