import { type PluginContext, pictureService } from '@waypost/sdk';
import { cataloguePictures } from './calls.ts';

/** Mounts the pictures of categories, brands and products. */
export function mountPictures(context: PluginContext): void {
  context.call(cataloguePictures.add, async ({ data }, { caller }) => ({
    picture: await pictureService(context).keep(data, caller.id),
  }));
  context.call(cataloguePictures.read, async ({ picture }) => ({
    data: await pictureService(context).read(picture),
  }));
}
