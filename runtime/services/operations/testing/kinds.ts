import { OperationStatus } from '@waypost/contract';
import type { OperationDefinition } from '@waypost/sdk';
import { z } from 'zod';
import type { OperationDocument } from '../document.ts';

export const input = z.strictObject({ rows: z.int() });
/** Writes a line a row. */
export const counting: OperationDefinition<typeof input> = {
  input,
  async run({ input, createFile, progress, signal }) {
    const file = await createFile({ name: '计数.txt', type: 'text/plain' });
    for (let row = 0; row < input.rows; row++) {
      signal.throwIfAborted();
      await file.write(`${row}\n`);
      progress(row + 1, input.rows);
    }
  },
};
/** Every third row comes to nothing. */
export const sifting: OperationDefinition<typeof input> = {
  input,
  async run({ input, progress }) {
    progress(input.rows, input.rows, Math.floor(input.rows / 3));
  },
};
/** Goes on until it is stopped. */
export const endless: OperationDefinition<typeof input> = {
  input,
  async run({ signal, progress, createFile }) {
    await (await createFile({ name: 'a', type: 'text/plain' })).write('half');
    for (let row = 1; ; row++) {
      signal.throwIfAborted();
      progress(row);
      await Bun.sleep(5);
    }
  },
};

/** The row of an operation whose process was killed while it ran. */
export function killedRow(whose: Pick<OperationDocument, '_id' | 'owner'>): OperationDocument {
  const then = new Date(Date.now() - 60_000);
  return {
    ...whose,
    account: 'anna',
    kind: 'qr.count',
    name: 'Counting',
    status: OperationStatus.inProgress,
    error_code: null,
    done: 3,
    total: 10,
    file_name: null,
    file_type: null,
    file_size: null,
    create_time: then,
    update_time: then,
    start_time: then,
    end_time: null,
    expires_at: null,
    version: 1,
    remove_time: null,
    remove_by: null,
    input: { rows: 10 },
    locale: 'en-US',
    runner: 'gone',
    beat: then,
    attempts: 1,
    is_cancelled: false,
  };
}
