import type { PluginContext } from '@waypost/sdk';
import { mountPlace } from '../../content/mount-place.ts';
import { ADD_PICTURE } from '../../pictures/calls.ts';
import type { Pictures } from '../../pictures/pictures.ts';
import { homeClickCall } from '../home/calls.ts';
import { rotation } from './resource.ts';
import { bindRotations, createClicks, picturesOfRotations } from './service.ts';

/** Mounts what goes round on the home page, and the count of who followed it. */
export function mountRotations(context: PluginContext, pictures: Pictures): void {
  mountPlace(context, { route: 'rotation', sort: 40, icon: 'file-image' }, [ADD_PICTURE]);
  context.resource(rotation, bindRotations(context, pictures));
  pictures.usedBy((ids) => picturesOfRotations(context, ids));
  const count = createClicks(context);
  context.call(homeClickCall, async ({ id, click }, request) => {
    await count(id, click, request);
    return null;
  });
}
