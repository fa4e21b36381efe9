import type { PluginContext } from '@waypost/sdk';
import type { Files } from '../files/files.ts';
import { contentPictures } from './calls.ts';
import { createPictures, type Pictures } from './pictures.ts';

/** Mounts the pictures of rotations and texts. */
export function mountPictures(context: PluginContext, files: Files): Pictures {
  const pictures = createPictures(context, files);
  context.call(contentPictures.add, async ({ data }, { caller }) => ({
    picture: await pictures.keep(data, caller.id),
  }));
  context.call(contentPictures.read, async ({ picture }) => ({ data: await pictures.read(picture) }));
  return pictures;
}
