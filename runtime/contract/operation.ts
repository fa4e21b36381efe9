import { z } from 'zod';
import { zId, zTime } from './answer.ts';
import { defineCall } from './call.ts';
import { codeOf } from './code-of.ts';
import { OperationStatus } from './constants.ts';

/** Long work that goes on without the request that started it: docs/http.md, "Long work". */
export const zOperation = z.object({
  id: zId,
  owner: zId,
  /** Who started it. */
  account: z.string(),
  /** `<plugin>.<what>`; words: `operation.<kind>`. */
  kind: z.string(),
  /** What it is about, in the language of whoever started it. */
  name: z.string(),
  status: codeOf(OperationStatus),
  /** Why it is abnormal; words: `operation.error.<code>`. */
  error_code: z.string().nullable(),
  done: z.int(),
  /** Null until it is known. */
  total: z.int().nullable(),
  /** Of those done, how many came to nothing, as lines of a file that are wrong: the result says which. Null: not counted. */
  left_out: z.int().nullable(),
  /** Bytes that a run which was stopped had made: started again it goes on from there. Null: it would begin anew. */
  kept_size: z.int().nullable(),
  /** The result, while it is kept. */
  file_name: z.string().nullable(),
  /** Bytes. */
  file_size: z.int().nullable(),
  create_time: zTime,
  update_time: zTime,
  start_time: zTime.nullable(),
  end_time: zTime.nullable(),
  /** When the file is deleted. */
  expires_at: zTime.nullable(),
});
export type Operation = z.infer<typeof zOperation>;

/** Codes of operations that did not complete, beside those of the failures that any call may answer with. */
export const OPERATION_ERRORS = {
  cancelled: 'cancelled',
  /** Its process was killed more often than it is started again. */
  interrupted: 'interrupted',
  /** Its plugin was switched off and not on again. */
  pluginOff: 'plugin_off',
  fileTooLarge: 'file_too_large',
  /** The server's disk has no room for the result. */
  diskFull: 'disk_full',
} as const;

/** What a call answers that starts an operation, with status 202. */
export const zStarted = z.object({ id: zId });

const sentAs = { name: z.string(), type: z.string() };

/**
 * A file as a call with `answers: 'file'` hands it over: one on the server's disk, whose path never leaves the server, or one that is
 * read from elsewhere while it is sent, with its size in bytes.
 */
export const zFileAnswer = z.union([
  z.object({ path: z.string(), ...sentAs }),
  z.object({ stream: z.instanceof(ReadableStream<Uint8Array>), size: z.int().min(0), ...sentAs }),
]);
export type FileAnswer = z.infer<typeof zFileAnswer>;

/** Topic of the caller's own operations that go on or have just ended: `{ operations: Operation[] }`. */
export const OPERATIONS_TOPIC = 'system.operations';
export const zOperationsEvent = z.object({ operations: z.array(zOperation) });

const oneOperation = z.strictObject({ id: zId });

export const operationCall = defineCall({
  area: 'async_operations',
  call: 'progress',
  body: z.strictObject({ ids: z.array(zId).min(1).max(50) }),
  result: z.object({ operations: z.array(zOperation) }),
  access: { permission: 'system.operation:read' },
  summary: "The caller's own operations by id; those that are gone are left out",
});

export const operationFileCall = defineCall({
  area: 'async_operations',
  call: 'download',
  body: oneOperation,
  result: zFileAnswer,
  access: { permission: 'system.operation:read' },
  answers: 'file',
  isPersonal: true,
  failureStatuses: [410],
  summary: "The result of one of the caller's own operations, as a file",
});

/** Body field of a call that exports a table: the form that the file takes; left out: CSV. */
export const zExportFormat = z.string().min(1).max(120).optional();

export const exportFormatsCall = defineCall({
  area: 'async_operations',
  call: 'formats',
  body: z.strictObject({}),
  result: z.object({ formats: z.array(z.object({ name: z.string(), title: z.string() })) }),
  access: { permission: 'system.operation:read' },
  summary: 'Forms besides CSV that exports can have, as plugins contribute them',
});

export const operationCancelCall = defineCall({
  area: 'async_operations',
  call: 'cancel',
  body: oneOperation,
  result: z.null(),
  access: { permission: 'system.operation:cancel' },
  summary: 'Stops an operation that goes on',
});
