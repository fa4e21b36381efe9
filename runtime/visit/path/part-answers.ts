import type { RefusalKind } from '../answers/words.ts';
import { targetKey } from '../links/compiled-link.ts';
import { addressAt, findTarget } from '../links/record.ts';
import type { ContentAnswers } from './content-answers.ts';

/** Answers what belongs to a page that a link shows; with several targets it need not be the one whose turn it is. */
export type PartAnswers = (
  address: string,
  bytes: Buffer,
  offset: number,
  request: Request,
) => Response | Promise<Response>;

export function createPartAnswers(
  contents: ContentAnswers,
  refuse: (kind: RefusalKind, request: Request) => Response,
): PartAnswers {
  const found = (address: string, request: Request): Response => {
    const content = contents.find(address);
    return (content && contents.part(content, request.method === 'HEAD')) ?? refuse('unknown', request);
  };
  return (address, bytes, offset, request) => {
    const target = findTarget(bytes, offset, targetKey(address, 0));
    if (target < 0 || addressAt(bytes, target) !== address) return refuse('unknown', request);
    if (contents.find(address) !== undefined) return found(address, request);
    return contents
      .fetch(address)
      .then((isThere) => (isThere ? found(address, request) : refuse('unavailable', request)));
  };
}
