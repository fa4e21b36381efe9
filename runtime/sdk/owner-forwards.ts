/** Service of the plugin `domain`: what becomes of somebody's forwarding rules while the account may have none. */
export interface OwnerForwards {
  /**
   * Lets the rules of an account lead nobody for now, those that it makes meanwhile too: visitors see that there is no page.
   * The rules stay as they are; safe to repeat.
   */
  pause(owner: string): Promise<void>;
  /** Lets them lead on again; safe to repeat. */
  resume(owner: string): Promise<void>;
}

/** Name that `OwnerForwards` is provided under. */
export const OWNER_FORWARDS = 'domain.owner_forwards';

/** The versions that this interface describes. */
export const OWNER_FORWARDS_VERSIONS = '^1.0';
