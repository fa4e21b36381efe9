import type { Stored } from '@waypost/sdk';
import type { providerResource } from '../screens/we_chat_blocking_detection_configuration/resource.ts';

/** A provider as it is kept. */
export type StoredProvider = Stored<typeof providerResource>;
