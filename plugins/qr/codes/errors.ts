import { defineError } from '@waypost/contract';

/** Failures of this plugin. Texts: `error.<code>` in `locales/`. */
export const qrErrors = {
  codeTaken: defineError({ code: 'qr.code_taken', status: 409, params: ['code'] }),
  codeReserved: defineError({ code: 'qr.code_reserved', status: 422, params: ['code'] }),
  /** It belonged to somebody whose code was purged: printed pictures must not lead to a stranger. */
  codeRetired: defineError({ code: 'qr.code_retired', status: 409, params: ['code'] }),
  codeFrozen: defineError({ code: 'qr.code_frozen', status: 409, params: ['reason'] }),
  fileNameTaken: defineError({ code: 'qr.file_name_taken', status: 409, params: ['file_name'] }),
  shareNameTaken: defineError({ code: 'qr.share_name_taken', status: 409, params: ['file_name'] }),
  shareRefused: defineError({ code: 'qr.share_refused', status: 403 }),
  shareLocked: defineError({ code: 'qr.share_locked', status: 429, params: ['seconds'] }),
  cardKeyRefused: defineError({ code: 'qr.card_key_refused', status: 403 }),
  domainUnknown: defineError({ code: 'qr.domain_unknown', status: 422, params: ['domain'] }),
  generationTypeUnavailable: defineError({
    code: 'qr.generation_type_unavailable',
    status: 422,
    params: ['generation_type'],
  }),
  designUnreadable: defineError({ code: 'qr.design_unreadable', status: 422 }),
  pictureBusy: defineError({ code: 'qr.picture_busy', status: 503 }),
  pictureQuota: defineError({ code: 'qr.picture_quota', status: 409, params: ['pictures', 'megabytes'] }),
  reportUnknown: defineError({ code: 'qr.report_unknown', status: 422 }),
  logoInvalid: defineError({ code: 'qr.logo_invalid', status: 422 }),
  providerOff: defineError({ code: 'qr.provider_off', status: 409, params: ['name'] }),
  providerFixed: defineError({ code: 'qr.provider_fixed', status: 409 }),
  providerQuota: defineError({ code: 'qr.provider_quota', status: 429, params: ['name', 'quota'] }),
  providerStatus: defineError({ code: 'qr.provider_status', status: 422, params: ['name', 'status'] }),
  providerNonsense: defineError({ code: 'qr.provider_nonsense', status: 422, params: ['name'] }),
  uploadUnknown: defineError({ code: 'qr.upload_unknown', status: 422 }),
  uploadTooLarge: defineError({ code: 'qr.upload_too_large', status: 413, params: ['megabytes'] }),
  importUnreadable: defineError({ code: 'qr.import_unreadable', status: 422 }),
  importTooLong: defineError({ code: 'qr.import_too_long', status: 422, params: ['lines'] }),
  importEmpty: defineError({ code: 'qr.import_empty', status: 422 }),
  exportEmpty: defineError({ code: 'qr.export_empty', status: 422 }),
  exportTooMany: defineError({ code: 'qr.export_too_many', status: 422, params: ['pictures'] }),
  noFreeCode: defineError({ code: 'qr.no_free_code', status: 503 }),
} as const;
