import { asBuffer, ElementType, eachElement, HEADER_BYTES, Opcode } from '@waypost/store/wire';

/** Cursors kept in mind; a plugin with more open at once loses the oldest. */
const MOST_CURSORS = 10_000;

/** The cursors that a plugin has opened: only those it may read on. */
export interface Cursors {
  has(id: bigint): boolean;
  /** Takes note of the cursor in an answer of the store, if there is one. */
  note(answer: Buffer): void;
}

export function createCursors(): Cursors {
  const open = new Set<bigint>();
  return {
    has: (id) => open.has(id),
    note(answer) {
      const id = cursorOf(answer);
      if (id === undefined || id === 0n) return;
      open.delete(id);
      open.add(id);
      if (open.size > MOST_CURSORS) for (const oldest of open) return void open.delete(oldest);
    },
  };
}

function cursorOf(answer: Buffer): bigint | undefined {
  if (answer.readInt32LE(12) !== Opcode.message || answer.length < HEADER_BYTES + 10) return undefined;
  const body = answer.subarray(HEADER_BYTES + 5);
  if (answer[HEADER_BYTES + 4] !== 0) return undefined;
  const document = asBuffer(body).subarray(0, body.readInt32LE(0));
  let id: bigint | undefined;
  eachElement(document, ({ type, start, nameEnd, valueStart, end }) => {
    if (type !== ElementType.document || document.toString('utf8', start + 1, nameEnd) !== 'cursor')
      return true;
    const cursor = document.subarray(valueStart, end);
    eachElement(cursor, (field) => {
      if (
        field.type !== ElementType.int64 ||
        cursor.toString('utf8', field.start + 1, field.nameEnd) !== 'id'
      )
        return true;
      id = cursor.readBigInt64LE(field.valueStart);
      return false;
    });
    return false;
  });
  return id;
}
