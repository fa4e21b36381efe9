import { defineError, OPERATION_ERRORS } from '@waypost/contract';

export const tooManyOperations = defineError({
  code: 'too_many_operations',
  status: 409,
  params: ['count'],
});
export const operationFileGone = defineError({ code: 'operation_file_gone', status: 410 });
export const diskFull = defineError({
  code: OPERATION_ERRORS.diskFull,
  status: 507,
  messageKey: 'operation.error.disk_full',
});
export const fileTooLarge = defineError({
  code: OPERATION_ERRORS.fileTooLarge,
  status: 422,
  messageKey: 'operation.error.file_too_large',
});
