import { type PluginRights, verbs } from '../../../tests/security/plugin-rights.ts';

/** Which of the plugin's rights each role has from the beginning. */
export const rights: PluginRights = {
  everyRole: [
    ...verbs('domain.domain', 'read create update check release apply replace'),
    'domain.spare:keep_spare',
    ...verbs('domain.watch', 'read check'),
    ...verbs('domain.homeless', 'read move'),
    ...verbs('domain.forward', 'read create update delete'),
    ...verbs('domain.resolution', 'read export'),
  ],
  administrator: [
    'domain.domain:read_all',
    'domain.watch:read_all',
    'domain.forward:read_all',
    'domain.homeless:read_all',
    ...verbs('domain.hijack', 'read check accept'),
    'domain.hijack_check:read',
    ...verbs('domain.platform', 'add assign retire'),
    ...verbs('domain.spare', 'read add_spare remove_spare arrange_spares'),
    ...verbs('domain.take_over', 'read take_over go_back stop_take_over'),
  ],
};
