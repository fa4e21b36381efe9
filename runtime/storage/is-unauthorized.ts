/** MongoDB's code `Unauthorized`. */
const UNAUTHORIZED = 13;

/** Whether the database has refused because the account of the connection string lacks a right. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNAUTHORIZED;
