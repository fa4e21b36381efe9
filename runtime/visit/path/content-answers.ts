import { createWrittenPages } from '../answers/written-page.ts';
import { type Content, contentIdOf } from '../links/link-content.ts';
import type { ContentShelf } from './content-shelf.ts';

/** What a visit is shown in the place of being led somewhere. */
export interface ContentAnswers {
  /** The content that an address of a compiled link names, when it is in memory. */
  find(address: string): Content | undefined;
  /** Brings it into memory; false when it is not to be had now. */
  fetch(address: string): Promise<boolean>;
  answer(content: Content, request: Request): Response;
}

export function createContentAnswers(
  shelf: Pick<ContentShelf, 'find' | 'load'>,
  reportUrl: string,
): ContentAnswers {
  const written = createWrittenPages(reportUrl);
  return {
    find(address) {
      const id = contentIdOf(address);
      return id === undefined ? undefined : shelf.find(id);
    },
    async fetch(address) {
      const id = contentIdOf(address);
      return id !== undefined && (await shelf.load(id)) !== undefined;
    },
    answer: (content, request) =>
      written(content.bytes, request.headers.get('accept-language'), request.method === 'HEAD'),
  };
}
