/**
 * Asks browsers for what their user agents do not say any more, from their next visit on (Accept-CH). Not as critical: they would
 * visit once more at once.
 */
export const ASKED_HINTS = 'Sec-CH-UA-Model, Sec-CH-UA-Platform-Version';
