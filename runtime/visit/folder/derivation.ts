import type { Agent } from '../derive/device.ts';
import type { Location } from '../derive/location.ts';

/** What the folder derives from a visit; pure functions with caches of their own. */
export interface Derivation {
  agentOf(userAgent: string): Agent;
  locationOf(address: string): Location;
}
