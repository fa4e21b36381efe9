import type { PluginContext } from '@waypost/sdk';
import { shareAccessCall } from './calls.ts';
import { createShareAccess } from './service.ts';

/** Mounts the call behind the shared statistics page. */
export function mountShareAccess(context: PluginContext): void {
  context.call(shareAccessCall, createShareAccess(context));
}
