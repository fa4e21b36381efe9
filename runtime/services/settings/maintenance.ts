import { errors, YesNo } from '@waypost/contract';
import type { Roles } from '../roles/roles.ts';
import type { PlatformSettingsStore } from './platform-settings.ts';

export interface Maintenance {
  isClosedTo(role: string): Promise<boolean>;
  /** Errors: `maintenance` 503. */
  requireOpenTo(role: string): Promise<void>;
}

/** Who may work while the site is under maintenance. Visits never ask. */
export function createMaintenance(options: {
  platform: Pick<PlatformSettingsStore, 'read'>;
  roles: Pick<Roles, 'find'>;
}): Maintenance {
  const isClosedTo = async (role: string): Promise<boolean> =>
    (await options.platform.read()).maintenance === YesNo.yes &&
    // Those who run the platform are there to do the maintenance.
    (await options.roles.find(role))?.kind !== 'operator';
  return {
    isClosedTo,
    requireOpenTo: async (role) => {
      if (await isClosedTo(role)) throw errors.maintenance.create();
    },
  };
}
