/** Emitted by the runtime once sessions have ended because codes or old passwords were guessed in them. */
export const GUESSED_SESSION_EVENT = 'platform.guessed_session';

/** Payload of {@link GUESSED_SESSION_EVENT}. */
export interface GuessedSession {
  /** Id of the account. */
  account: string;
  /** All of its sessions; else the one in which it happened. */
  isAll: boolean;
  /** Where the last wrong one came from. */
  address: string;
}
