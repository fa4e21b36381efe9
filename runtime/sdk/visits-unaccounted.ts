/** Emitted by the runtime when answered visits are not accounted for, again whenever there are more of them. */
export const VISITS_UNACCOUNTED_EVENT = 'platform.visits_unaccounted';

/** Payload of {@link VISITS_UNACCOUNTED_EVENT}. */
export interface VisitsUnaccounted {
  /** Noted as unaccounted: damaged, or refused by the store. */
  visits: number;
  /** By which the counters of journals differ without moving. */
  differences: number;
}
