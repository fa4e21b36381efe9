import type { Stored } from '@waypost/sdk';
import type { pushResource } from '../screens/shield_push/resource.ts';

export type StoredPush = Stored<typeof pushResource>;
export type StoredDelivery = StoredPush['deliveries'][number];
