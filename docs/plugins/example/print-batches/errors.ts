import { defineError } from '@waypost/contract';

/** Texts: `error.<code>` in `locales/`. */
export const printErrors = {
  unknownCode: defineError({ code: 'print-batches.unknown_code', status: 404, params: ['code'] }),
  codeTaken: defineError({ code: 'print-batches.code_taken', status: 409, params: ['code'] }),
  notClaimed: defineError({ code: 'print-batches.not_claimed', status: 409 }),
};
