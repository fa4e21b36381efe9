import { defineError } from '@waypost/contract';

/** A sealed value that is expired, used, changed or meant for another field; one answer for all of them. */
export const sealedInvalid = defineError({ code: 'sealed_invalid', status: 422 });
/** Wrong password, unknown account: the same answer. */
export const loginFailed = defineError({ code: 'login_failed', status: 401 });
/** Too many failures; `seconds` also stands in the content. */
export const lockedOut = defineError({ code: 'locked_out', status: 429, params: ['seconds'] });
/** The password was right, the account is switched off. */
export const accountDisabled = defineError({ code: 'account_disabled', status: 403 });
/** The one-time password was right and has been signed in with before. */
export const oneTimePasswordUsed = defineError({ code: 'one_time_password_used', status: 403 });
/** Params: how many living keys an account may have. */
export const apiKeyLimit = defineError({ code: 'api_key_limit', status: 409, params: ['limit'] });
/** A change that would leave nobody who can do everything. */
export const lastSuper = defineError({ code: 'last_super_administrator', status: 409 });
/** A superior who is the account itself or stands below it. */
export const superiorInside = defineError({ code: 'superior_inside', status: 409 });
/** More levels of superiors than are kept; `limit` says how many. */
export const superiorTooDeep = defineError({ code: 'superior_too_deep', status: 409, params: ['limit'] });
/** A one-time link that was used, replaced, is too old, or whose account is disabled; one answer for all of them. */
export const passwordLinkInvalid = defineError({ code: 'password_link_invalid', status: 410 });
/** The command line names an account that does not exist. */
export const unknownAccount = defineError({ code: 'unknown_account', status: 404, params: ['account'] });
/** What was to be undone has been changed again meanwhile; `content.changed` says to what, by whom and when. */
export const settingChangedSince = defineError({ code: 'setting_changed_since', status: 409 });
/** An operator has switched registration off; the tip stands in `website_info/inquire`. */
export const registrationClosed = defineError({ code: 'registration_closed', status: 403 });
/** Customers wait; visits go on and administrators work. */
/** A key of the ledger under which something else was done. */
export const ledgerKeyUsed = defineError({ code: 'ledger_key_used', status: 409 });
/** Somebody would have less than nothing. */
export const ledgerInsufficient = defineError({ code: 'ledger_insufficient', status: 409 });
/** More digits than the ledger keeps. */
export const ledgerTooMuch = defineError({ code: 'ledger_too_much', status: 409 });
/** Money for somebody who is not there. */
export const ledgerAccountUnknown = defineError({ code: 'ledger_account_unknown', status: 404 });
/** Money for somebody who has closed the account. */
export const ledgerAccountClosed = defineError({ code: 'ledger_account_closed', status: 409 });
/** Of two who end a hold, the second. */
export const ledgerHoldOver = defineError({ code: 'ledger_hold_over', status: 409 });
/** The password was right; the account has a second factor, and a code of it is needed as well. */
export const totpRequired = defineError({ code: 'totp_required', status: 401 });
/** The password was right, the code of the second factor is wrong or was used before. */
export const totpInvalid = defineError({ code: 'totp_invalid', status: 401 });
/** In a session: what was asked for needs a code of the account's second factor. */
export const secondFactorRequired = defineError({ code: 'second_factor_required', status: 403 });
/** In a session: the code of the second factor is wrong or was used before. */
export const secondFactorWrong = defineError({ code: 'second_factor_wrong', status: 403 });
/** In a session of an account without a second factor: what was asked for needs the password once more. */
export const passwordNeeded = defineError({ code: 'password_needed', status: 403 });
/** A second factor is set up where there is one. */
export const secondFactorIsOn = defineError({ code: 'second_factor_on', status: 409 });
/** What needs a second factor that is on, where there is none. */
export const secondFactorIsOff = defineError({ code: 'second_factor_off', status: 409 });
/** A code confirms a set-up that was not begun, or too long ago. */
export const secondFactorNotBegun = defineError({ code: 'second_factor_not_begun', status: 409 });
