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

const HEX = /^(?:[0-9a-f]{2})+$/i;

/** Reads a resume token. @throws StoreError as mongod does: 40647 without a text in _data, 9 when that is not hexadecimal, 50811 for one of another server. */
export const readResumeToken = (token: Value): Position => {
  const data = isDocument(token) ? token.get('_data') : undefined;
  if (isDocument(token) && typeof data !== 'string')
    throw new StoreError(40_647, 'Bad resume token: _data of missing or of wrong type');
  const parts = typeof data === 'string' ? TOKEN.exec(data) : null;
  if (parts === null)
    throw typeof data === 'string' && HEX.test(data)
      ? new StoreError(50_811, 'malformed resume token')
      : new StoreError(9, 'a resume token is an object with _data in hexadecimal digits');
  return { sequence: Number.parseInt(parts[1] as string, 16), isInvalidate: parts[2] === 'ff' };
};
