/**
 * Why a store is not reached, in a word or a sentence for people: the system's code (ECONNREFUSED) where one is among
 * the causes, else what the innermost cause says. User and password of a connection string are taken out.
 */
export function failureReason(error: unknown): string {
  let cause: unknown = error;
  let said = String(error);
  while (cause instanceof Error) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
    if (cause.message !== '') said = cause.message;
    cause = cause.cause;
  }
  return said.replaceAll(/\/\/[^/\s]*@/g, '//').replace(/\.$/, '');
}
