import type { Page, RowOf } from '@waypost/contract';
import { type PluginContext, PUBLIC_PAGES, PUBLIC_PAGES_VERSIONS, type PublicPages } from '@waypost/sdk';
import { mountPlace } from '../../content/mount-place.ts';
import { ADD_PICTURE } from '../../pictures/calls.ts';
import type { Pictures } from '../../pictures/pictures.ts';
import { cleanText } from '../../rich-text/clean.ts';
import { homeTextCall } from '../home/calls.ts';
import { textList, textPreview } from './calls.ts';
import { imageText } from './resource.ts';
import { bindTexts, picturesOfTexts, publicTexts, readText } from './service.ts';

type TextRow = RowOf<typeof imageText>;

/** Mounts texts: for operators, for customers, and for strangers at public addresses. */
export function mountTexts(context: PluginContext, pictures: Pictures): void {
  mountPlace(context, { route: 'image_text', sort: 20, icon: 'pen' }, [ADD_PICTURE]);
  context.resource(imageText, bindTexts(context, pictures));
  context.call(textList, async (query, request) => {
    const page = await context.list(imageText, query, request);
    return { ...page, content: page.content.map(withoutContents) } as Page<TextRow>;
  });
  context.call(textPreview, ({ html }) => ({ html: cleanText(html) }));
  context.call(homeTextCall, ({ id }, request) => readText(context, id, request.locale));
  pictures.usedBy((ids) => picturesOfTexts(context, ids));
  const stop = context
    .require<PublicPages>(PUBLIC_PAGES, PUBLIC_PAGES_VERSIONS)
    ?.contribute(publicTexts(context, pictures));
  if (stop !== undefined) context.onDispose(stop);
}

/** A row for a list: its contents may be hundreds of kilobytes. */
function withoutContents({
  content: _content,
  content_en_us: _english,
  content_sw_ke: _swahili,
  ...row
}: TextRow): Omit<TextRow, 'content' | 'content_en_us' | 'content_sw_ke'> {
  return row;
}
