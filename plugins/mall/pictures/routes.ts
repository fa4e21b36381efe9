import type { PluginContext } from '@waypost/sdk';
import { cataloguePictures } from './calls.ts';
import { createPictures, type Pictures } from './pictures.ts';

/** How often pictures that nothing shows are taken away. */
const FORGET_EVERY = '1 hour';

/** Mounts the pictures of categories, brands and products. */
export async function mountPictures(context: PluginContext): Promise<Pictures> {
  const pictures = createPictures(context);
  context.call(cataloguePictures.add, async ({ data }) => ({ picture: await pictures.keep(data) }));
  context.call(cataloguePictures.read, async ({ picture }) => ({ data: await pictures.read(picture) }));
  context.jobs.define('forget_pictures', () => pictures.forgetUnused());
  await context.jobs.every(FORGET_EVERY, 'forget_pictures');
  return pictures;
}
