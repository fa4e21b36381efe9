import { defineError } from '@waypost/contract';

/** Failures of this plugin. Texts: `error.<code>` in `locales/`. */
export const qrErrors = {
  codeTaken: defineError({ code: 'qr.code_taken', status: 409, params: ['code'] }),
  codeReserved: defineError({ code: 'qr.code_reserved', status: 422, params: ['code'] }),
  fileNameTaken: defineError({ code: 'qr.file_name_taken', status: 409, params: ['file_name'] }),
  domainUnknown: defineError({ code: 'qr.domain_unknown', status: 422, params: ['domain'] }),
  generationTypeUnavailable: defineError({
    code: 'qr.generation_type_unavailable',
    status: 422,
    params: ['generation_type'],
  }),
  designUnreadable: defineError({ code: 'qr.design_unreadable', status: 422 }),
  logoInvalid: defineError({ code: 'qr.logo_invalid', status: 422 }),
  noFreeCode: defineError({ code: 'qr.no_free_code', status: 503 }),
} as const;
