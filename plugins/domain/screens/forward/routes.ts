import type { PluginContext } from '@waypost/sdk';
import { tryForwardCall } from './calls.ts';
import { forwardResource } from './resource.ts';
import { bindForwards, tryForward } from './service.ts';

/** Mounts the rules by which paths of domains lead on; docs/product.md, "What a visit gets". */
export function mountForwards(context: PluginContext): void {
  context.resource(forwardResource, bindForwards(context));
  context.call(tryForwardCall, (body, request) => tryForward(context, body, request));
}
