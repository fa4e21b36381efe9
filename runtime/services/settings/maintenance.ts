import { YesNo } from '@waypost/contract';
import { maintenanceOn } from '../errors.ts';
import type { Roles } from '../roles/roles.ts';
import type { PlatformSettingsStore } from './platform-settings.ts';

/** Roles that have to wait while maintenance is on; everybody else is there to do it. */
const CUSTOMER_ROLES: ReadonlySet<string> = new Set(['agent', 'customer']);

export interface Maintenance {
  /** Errors: `maintenance` 503. */
  requireOpenTo(role: string): Promise<void>;
}

/** Who may work while the site is under maintenance. Visits never ask. */
export function createMaintenance(options: {
  platform: Pick<PlatformSettingsStore, 'read'>;
  roles: Pick<Roles, 'all'>;
}): Maintenance {
  return {
    requireOpenTo: async (role) => {
      if ((await options.platform.read()).maintenance !== YesNo.yes) return;
      const key = (await options.roles.all()).find(({ id }) => id === role)?.key;
      if (key === undefined || CUSTOMER_ROLES.has(key)) throw maintenanceOn.create();
    },
  };
}
