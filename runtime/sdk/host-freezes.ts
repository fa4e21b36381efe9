/** Service of the plugin `qr`: codes that answer nobody as long as something is the matter with a host of theirs. */
export interface HostFreezes {
  /**
   * Freezes what is not frozen yet of the codes whose visits go through a host, those in the bin too, and remembers that it
   * was this; safe to repeat: what an operator lifted since answers on until `lift`. Answers how many were frozen now.
   * `by`: account id of the operator, null for the platform itself.
   */
  freeze(input: { host: string; reason: string; by: string | null }): Promise<number>;
  /** Lifts what was frozen for the host and whose visits go through it no more. Answers how many. */
  settle(host: string): Promise<number>;
  /** Lifts all that was frozen for the host, and nothing else. Answers how many. */
  lift(host: string): Promise<number>;
  /** How many are frozen for the host. */
  count(host: string): Promise<number>;
}

/** Name that `HostFreezes` is provided under. */
export const HOST_FREEZES = 'qr.host_freezes';

/** The versions that this interface describes. */
export const HOST_FREEZES_VERSIONS = '^1.0';
