import type { RefusalKind } from '../answers/words.ts';
import { within } from '../links/arena.ts';
import { HAS_POOL, targetKey } from '../links/compiled-link.ts';
import { poolIdOf } from '../links/link-content.ts';
import type { LinkIndex } from '../links/link-index.ts';
import { addressAt, findTarget, targetAt, targetCountOf } from '../links/record.ts';
import type { Pools } from './choose-from-pool.ts';
import type { ContentAnswers } from './content-answers.ts';

/** Answers what belongs to a page that a link shows; with several targets it need not be the one whose turn it is. */
export type PartAnswers = (
  address: string,
  ordinal: number,
  request: Request,
) => Response | Promise<Response>;

export function createPartAnswers(options: {
  contents: ContentAnswers;
  refuse: (kind: RefusalKind, request: Request) => Response;
  index: LinkIndex;
  pools: Pools;
}): PartAnswers {
  const { contents, index, pools, refuse } = options;
  const found = (address: string, request: Request): Response => {
    const content = contents.find(address);
    return (content && contents.part(content, request.method === 'HEAD')) ?? refuse('unknown', request);
  };
  const isShownBy = (ordinal: number, address: string): boolean => {
    const position = index.recordOf(ordinal);
    const bytes = index.arena.bytesAt(position);
    const offset = within(position);
    const target = findTarget(bytes, offset, targetKey(address, 0));
    if (target >= 0 && addressAt(bytes, target) === address) return true;
    if ((index.bitsOf(ordinal) & HAS_POOL) === 0) return false;
    for (let at = 0; at < targetCountOf(bytes, offset); at++) {
      const pool = poolIdOf(addressAt(bytes, targetAt(bytes, offset, at)));
      if (pool !== undefined && pools.shows(pool, ordinal, address)) return true;
    }
    return false;
  };
  return (address, ordinal, request) => {
    if (!isShownBy(ordinal, address)) return refuse('unknown', request);
    if (contents.find(address) !== undefined) return found(address, request);
    return contents
      .fetch(address)
      .then((isThere) => (isThere ? found(address, request) : refuse('unavailable', request)));
  };
}
