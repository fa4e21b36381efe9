import { YesNo } from '@waypost/contract';
import { maintenanceOn } from '../errors.ts';
import type { Roles } from '../roles/roles.ts';
import type { PlatformSettingsStore } from './platform-settings.ts';

export interface Maintenance {
  /** Errors: `maintenance` 503. */
  requireOpenTo(role: string): Promise<void>;
}

/** Who may work while the site is under maintenance. Visits never ask. */
export function createMaintenance(options: {
  platform: Pick<PlatformSettingsStore, 'read'>;
  roles: Pick<Roles, 'find'>;
}): Maintenance {
  return {
    requireOpenTo: async (role) => {
      if ((await options.platform.read()).maintenance !== YesNo.yes) return;
      // Those who run the platform are there to do the maintenance.
      if ((await options.roles.find(role))?.kind !== 'operator') throw maintenanceOn.create();
    },
  };
}
