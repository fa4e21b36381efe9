import type { PluginContext } from '@waypost/sdk';
import { mountPlace } from '../../content/mount-place.ts';
import { bindTypes } from '../../content/types.ts';
import { rotation } from '../rotation/resource.ts';
import { rotationType } from './resource.ts';

/** Mounts the kinds of rotations. */
export function mountRotationTypes(context: PluginContext): void {
  mountPlace(context, { route: 'rotation_type', sort: 30, icon: 'mosaic' });
  context.resource(rotationType, bindTypes<typeof rotationType>(context, rotation));
}
