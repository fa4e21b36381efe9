import { defineError } from '@waypost/contract';

/** Why an archive is refused. Texts: `error.<code>` in `locales/<lng>/server.json`. Sizes are MiB. */
export const packageErrors = {
  tooLarge: defineError({ code: 'archive_too_large', status: 413, params: ['limit'] }),
  unpackedTooLarge: defineError({ code: 'archive_unpacked_too_large', status: 413, params: ['limit'] }),
  tooManyFiles: defineError({ code: 'archive_too_many_files', status: 422, params: ['limit'] }),
  unreadable: defineError({ code: 'archive_unreadable', status: 422 }),
  /** Absolute, leaving the folder, or a name that not every file system can hold. */
  pathRefused: defineError({ code: 'archive_path_refused', status: 422, params: ['path'] }),
  /** Two names that are one file where capitals do not count. */
  pathCollision: defineError({ code: 'archive_path_collision', status: 422, params: ['path', 'other'] }),
  /** A link, a device or another thing that is neither file nor folder. */
  entryRefused: defineError({ code: 'archive_entry_refused', status: 422, params: ['path', 'kind'] }),
  serverMissing: defineError({ code: 'archive_server_missing', status: 422, params: ['path'] }),
  remoteMissing: defineError({ code: 'archive_remote_missing', status: 422, params: ['path'] }),
  serverNotBuilt: defineError({ code: 'archive_server_not_built', status: 422, params: ['path'] }),
  /** `errors` name each path of plugin.json. */
  manifestInvalid: defineError({ code: 'manifest_invalid', status: 422 }),
  /** Collections of the platform's own begin with it. */
  idReserved: defineError({ code: 'plugin_id_reserved', status: 409, params: ['plugin'] }),
  /** `errors` name each file that is missing, changed or not listed. */
  integrityMismatch: defineError({ code: 'integrity_mismatch', status: 422, params: ['path'] }),
  signatureInvalid: defineError({ code: 'signature_invalid', status: 422 }),
  keyInvalid: defineError({ code: 'signing_key_invalid', status: 422 }),
} as const;
