import type { Stored } from '@waypost/sdk';
import type { checkResource } from '../screens/wx_shield_detection/resource.ts';
import type { hostResource } from './resource.ts';

export type StoredHost = Stored<typeof hostResource>;
export type StoredCheck = Stored<typeof checkResource>;
