import type { PluginContext } from '@waypost/sdk';
import { mountPlace } from '../../content/mount-place.ts';
import { bindTypes } from '../../content/types.ts';
import { imageText } from '../image_text/resource.ts';
import { imageTextType } from './resource.ts';

/** Mounts the kinds of texts. */
export function mountImageTextTypes(context: PluginContext): void {
  mountPlace(context, { route: 'image_text_type', sort: 10, icon: 'paste' });
  context.resource(imageTextType, bindTypes<typeof imageTextType>(context, imageText));
}
