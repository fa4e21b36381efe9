/** MongoDB's error codes that the proxy answers with (mongo/base/error_codes.yml). */
export const RefusalCode = {
  unauthorized: 13,
  commandNotFound: 59,
  badValue: 2,
  cursorNotFound: 43,
} as const;

/** A command that the plugin may not send. Nothing of it reached the store. */
export class StoreRefusal extends Error {
  override name = 'StoreRefusal';
  readonly code: number;

  constructor(message: string, code: number = RefusalCode.unauthorized) {
    super(message);
    this.code = code;
  }
}
