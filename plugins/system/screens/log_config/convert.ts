import { errors } from '@waypost/contract';
import { AUDIT_KEPT_DAYS_MAX, AUDIT_KEPT_DAYS_MIN } from '@waypost/sdk/platform';

/** Locale key of what is said of a value that is no figure. */
export const CONVERSION_FAILED = 'system.log_config.conversion_failed';

/**
 * Days that entries stay, from what was typed; 0: for ever.
 * @throws AppError `invalid_input` 422: "conversion failed" for what is no whole figure, or the bounds
 */
export function keptDays(typed: string | number): number {
  const text = String(typed).trim();
  if (!/^\d{1,15}$/.test(text)) throw fault(CONVERSION_FAILED, {});
  const days = Number(text);
  if (days !== 0 && (days < AUDIT_KEPT_DAYS_MIN || days > AUDIT_KEPT_DAYS_MAX))
    throw fault('system.log_config.out_of_bounds', { least: AUDIT_KEPT_DAYS_MIN, most: AUDIT_KEPT_DAYS_MAX });
  return days;
}

const fault = (message: string, params: Record<string, number>) =>
  errors.invalidInput.create({}, { errors: [{ path: 'kept_days', message, params }] });
