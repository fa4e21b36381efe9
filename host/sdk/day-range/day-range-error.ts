import { ApiError } from '../client/ApiError.ts';

/** A refused range says what is wrong with it, not that "some fields are": for lists and states that show an error. */
export function dayRangeError(error: Error): Error {
  if (!(error instanceof ApiError)) return error;
  const [issue] = error.issues;
  if (issue === undefined) return error;
  const { code, status, issues, content } = error;
  return new ApiError({ code, status, message: issue.message, issues, content, cause: error });
}
