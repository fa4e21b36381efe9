import type { VisitAccess } from '@waypost/sdk';
import { createPasswordPages } from '../answers/password-page.ts';
import { createRefusalPages } from '../answers/refusal-page.ts';
import { createShownPages } from '../answers/shown-pages.ts';
import type { VisitCollections } from '../store/collections.ts';
import { readPicture } from '../store/contents.ts';
import type { TryingSource } from './try-visit.ts';

/** Draws the pages of visits of links that need not exist, by what draws them for visitors. */
export function createPagePreview({
  collections,
  surroundings,
}: Pick<TryingSource, 'surroundings'> & {
  collections: Pick<VisitCollections, 'contents'>;
}): VisitAccess['previewPage'] {
  return async (page, language) => {
    const { place } = await surroundings();
    const { languages, reportUrl, site } = place;
    const options = { languages, reportUrl, site };
    const request = new Request(new URL('/', reportUrl), { headers: { 'accept-language': language } });
    switch (page.kind) {
      case 'picture': {
        const data = await readPicture(collections, page.picture);
        // A frame without an address of its own has no part to ask for.
        return data === null
          ? null
          : framed(createShownPages(options).picture(`data:image/png;base64,${data}`, request));
      }
      case 'contact':
        return framed(createShownPages(options).contact(page.contact, '#', request));
      case 'password': {
        const html = await framed(createPasswordPages(options)('first', '#', request));
        // The focus stays in the form that is being filled in.
        return html.replace(' autofocus', '');
      }
      case 'refusal':
        return framed(createRefusalPages(options)(page.refusal, request));
    }
  };
}

/** Links would open windows, which a sandbox without `allow-popups` does not: a click leads nowhere. */
async function framed(answer: Response): Promise<string> {
  return (await answer.text()).replace('<head>', '<head><base target="_blank">');
}
