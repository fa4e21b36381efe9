import type { PluginContext } from '@waypost/sdk';
import { addPicture, readPicture } from './calls.ts';
import { createPictures, type Pictures } from './pictures.ts';

/** How often pictures that nothing shows are taken away. */
const FORGET_EVERY = '1 hour';

/** Mounts the pictures of rotations and texts. */
export async function mountPictures(context: PluginContext): Promise<Pictures> {
  const pictures = createPictures(context);
  context.call(addPicture, async ({ data }) => ({ picture: await pictures.keep(data) }));
  context.call(readPicture, async ({ picture }) => ({ data: await pictures.read(picture) }));
  context.jobs.define('forget_pictures', () => pictures.forgetUnused());
  await context.jobs.every(FORGET_EVERY, 'forget_pictures');
  return pictures;
}
