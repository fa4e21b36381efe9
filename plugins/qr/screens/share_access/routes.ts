import type { PluginContext } from '@waypost/sdk';
import { createSharing } from '../../codes/sharing.ts';
import { shareAccessCall, startSharingCall, stopSharingCall } from './calls.ts';
import { createShareAccess } from './service.ts';

/** Mounts the call behind the shared statistics page, and those by which owners open and close it. */
export function mountShareAccess(context: PluginContext): void {
  const sharing = createSharing(context);
  context.call(shareAccessCall, createShareAccess(context));
  context.call(startSharingCall, sharing.start);
  context.call(stopSharingCall, sharing.stop);
}
