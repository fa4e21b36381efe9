import { StoreError } from '../value/errors.ts';
import { type Document, isDocument, type Value } from '../value/index.ts';

/** Where a change stream stands. */
export interface Position {
  /** Everything up to this number has been seen. */
  sequence: number;
  /** The stream ended with an invalidate event here. */
  isInvalidate: boolean;
}

const TOKEN = /^([0-9a-f]{14})(00|ff)$/;

/** The resume token for a position; opaque to clients, greater for later positions. */
export const resumeToken = ({ sequence, isInvalidate }: Position): Document =>
  new Map([['_data', `${sequence.toString(16).padStart(14, '0')}${isInvalidate ? 'ff' : '00'}`]]);

/** Reads a resume token. @throws StoreError 260 when it is none of ours. */
export const readResumeToken = (token: Value): Position => {
  const data = isDocument(token) ? token.get('_data') : undefined;
  const parts = typeof data === 'string' ? TOKEN.exec(data) : null;
  if (parts === null) throw new StoreError(260, 'the resume token was not found');
  return { sequence: Number.parseInt(parts[1] as string, 16), isInvalidate: parts[2] === 'ff' };
};
