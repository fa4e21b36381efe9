import {
  defineCall,
  type PlatformSettings,
  platformSettingsShape,
  zPlatformSettings,
} from '@waypost/contract';
import { z } from 'zod';

const zConfiguration = zPlatformSettings.extend({ version: z.int().min(0) });
export type Configuration = PlatformSettings & { version: number };

/** Sees and changes the settings of the installation. */
export const CONFIGURATION = 'system.configuration:update';

export const configurationInquire = defineCall({
  area: 'configuration',
  call: 'inquire',
  body: z.strictObject({}),
  result: zConfiguration,
  access: { permission: CONFIGURATION },
  summary: 'Settings of the installation',
});

export const configurationUpdate = defineCall({
  area: 'configuration',
  call: 'update',
  body: z.strictObject({ version: z.int().min(0), ...z.object(platformSettingsShape).partial().shape }),
  result: zConfiguration,
  access: { permission: CONFIGURATION },
  summary: 'Changes settings of the installation; those left out stay',
});
