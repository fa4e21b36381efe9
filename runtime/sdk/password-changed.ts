/** Emitted by the runtime once somebody's password is another one: changed, set by a link, or reset by an operator. */
export const PASSWORD_CHANGED_EVENT = 'platform.password_changed';

/** Payload of {@link PASSWORD_CHANGED_EVENT}. */
export interface PasswordChanged {
  /** Id of the account. */
  account: string;
}
