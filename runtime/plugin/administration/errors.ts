import { defineError } from '@waypost/contract';

/** Why something that an administrator wants to do to a plugin is refused. */
export const pluginErrors = {
  unknown: defineError({ code: 'plugin_unknown', status: 404, params: ['plugin'] }),
  unknownRelease: defineError({ code: 'plugin_release_unknown', status: 404, params: ['release'] }),
  required: defineError({ code: 'plugin_required', status: 409, params: ['plugin'] }),
  inRegistry: defineError({ code: 'plugin_in_registry', status: 409, params: ['plugin'] }),
  taken: defineError({ code: 'plugin_id_taken', status: 409, params: ['plugin', 'owner', 'collection'] }),
  dependents: defineError({ code: 'plugin_dependents', status: 409, params: ['plugins'] }),
  requirement: defineError({ code: 'plugin_requirement', status: 409, params: ['requirement'] }),
  engine: defineError({ code: 'plugin_engine', status: 409, params: ['range', 'version'] }),
  areaTaken: defineError({ code: 'plugin_area_taken', status: 409, params: ['area'] }),
  consent: defineError({ code: 'plugin_consent', status: 409, params: ['capabilities'] }),
  /** `errors` name each fault: docs/plugins/packages.md, "The rules". */
  breaksRules: defineError({ code: 'plugin_breaks_rules', status: 422, params: ['rule'] }),
  releaseDiffers: defineError({ code: 'plugin_release_differs', status: 409, params: ['version'] }),
  notTrusted: defineError({ code: 'plugin_not_trusted', status: 409 }),
  noBackup: defineError({ code: 'plugin_no_backup', status: 409 }),
  stillRunning: defineError({ code: 'plugin_still_running', status: 503, params: ['process'] }),
  noFolder: defineError({ code: 'plugin_folder_unknown', status: 404, params: ['folder'] }),
} as const;
