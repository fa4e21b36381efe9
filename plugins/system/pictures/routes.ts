import { KEPT_PICTURES, type PluginContext, perPlugin } from '@waypost/sdk';
import type { Files } from '../files/files.ts';
import type { ReadFileLimits } from '../files/routes.ts';
import { contentPictures } from './calls.ts';
import { createPictures, type Pictures } from './pictures.ts';

/** Mounts the pictures of rotations and texts, and offers other plugins to keep theirs. */
export function mountPictures(context: PluginContext, files: Files, limits: ReadFileLimits): Pictures {
  const pictures = createPictures(context, { files, limits });
  context.call(contentPictures.add, async ({ data }, { caller }) => ({
    picture: await pictures.keep(data, caller.id),
  }));
  context.call(contentPictures.read, async ({ picture }) => ({ data: await pictures.read(picture) }));
  context.provide(
    KEPT_PICTURES,
    perPlugin((plugin) => createPictures(context, { files, limits, plugin })),
  );
  return pictures;
}
