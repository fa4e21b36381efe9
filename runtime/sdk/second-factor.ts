import type { SignedRequest } from './request.ts';

/** Second factors of accounts, one-time codes of an authenticator app; part of `identity`. */
export interface SecondFactor {
  /** `since` is ISO; `recovery_left`: recovery codes that were not used yet. */
  state(account: string): Promise<{ is_on: boolean; since: string | null; recovery_left: number }>;
  /**
   * Begins the set-up of the caller's own: `secret` in base32 to type, `address` (`otpauth://…`) for the picture. It counts
   * once it is confirmed, until `expires_at` (ISO). `issuer`: what the app lists it under.
   * Errors: `invalid_input` 422 at `old_password` (wrong), `locked_out` 429, `second_factor_on` 409.
   */
  begin(
    given: { password: string; issuer: string },
    request: SignedRequest,
  ): Promise<{ secret: string; address: string; expires_at: string }>;
  /**
   * Switches the caller's own on with a code that the app shows; answers the recovery codes, told once.
   * Errors: `invalid_input` 422 at `totp` (wrong), `second_factor_on` 409, `second_factor_not_begun` 409.
   */
  confirm(code: string, request: SignedRequest): Promise<string[]>;
  /**
   * Recovery codes in place of those that are left, told once.
   * Errors: `invalid_input` 422 at `old_password` or `totp`, `locked_out` 429, `second_factor_off` 409.
   */
  renewRecoveryCodes(given: { password: string; code: string }, request: SignedRequest): Promise<string[]>;
  /** Switches the caller's own off. Errors: as `renewRecoveryCodes`. */
  turnOff(given: { password: string; code: string }, request: SignedRequest): Promise<void>;
  /** Takes somebody's away who has lost both app and recovery codes. Errors: `second_factor_off` 409. */
  reset(account: string): Promise<void>;
  /**
   * Before something that a stolen session must not do, where the call itself does not say `needsSecondFactor`. Whoever has
   * no second factor passes; a code is used up by it.
   * Errors: `second_factor_required` and `second_factor_wrong` 403, `locked_out` 429.
   */
  require(code: string | undefined, request: SignedRequest): Promise<void>;
}
