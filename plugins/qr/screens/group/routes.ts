import type { PluginContext } from '@waypost/sdk';
import { assignCodes } from '../../codes/groups/assign.ts';
import { assignCall } from './calls.ts';
import { groupResource } from './resource.ts';
import { bindGroups } from './service.ts';

/** Mounts the groups of codes. */
export function mountGroups(context: PluginContext): void {
  context.resource(groupResource, bindGroups(context));
  context.call(assignCall, async (body, request) => ({ changed: await assignCodes(context, body, request) }));
}
