import { defineError } from '@waypost/contract';

/** The process of a plugin ended in the middle of the call: the call may be what ended it. */
export const processEnded = defineError({
  code: 'plugin_process_ended',
  status: 503,
  params: ['plugin', 'reason'],
});

/** The process of a plugin is not there: it is being started again. No fault of the call. */
export const processAway = defineError({
  code: 'plugin_process_away',
  status: 503,
  params: ['plugin', 'reason'],
});

/**
 * Nothing of the plugin serves until an administrator has it tried again: its process was given up, or could not be
 * started. No fault of the call, and nothing that waiting mends.
 */
export const pluginFailed = defineError({ code: 'plugin_failed', status: 503, params: ['plugin'] });
