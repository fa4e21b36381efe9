import type { PluginContext } from '@waypost/sdk';
import { assignCodes } from '../../codes/groups/assign.ts';
import { authorOf } from '../../codes/scope.ts';
import { assignCall, labelsCall } from './calls.ts';
import { labelsOf } from './labels.ts';
import { groupResource } from './resource.ts';
import { bindGroups } from './service.ts';

/** Mounts the groups of codes. */
export function mountGroups(context: PluginContext): void {
  context.call(labelsCall, (_body, { caller }) => labelsOf(context, caller.id));
  context.resource(groupResource, bindGroups(context));
  context.call(assignCall, async (body, request) => ({
    changed: await assignCodes(context, body, authorOf(request)),
  }));
}
