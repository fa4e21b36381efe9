import { type Operation, OperationStatus } from '@waypost/contract';
import type { Api } from './api.ts';

/** Longest that an operation of a test may take on a busy machine, milliseconds. */
const LIMIT_MS = 60_000;
/** Milliseconds between two questions, the first and the longest: an account has 600 of a call a minute. */
const PAUSE = { first: 50, longest: 500 };

/** Starts an export and waits until it has ended. */
export async function runOperation(
  api: Api,
  path: string,
  body: unknown = {},
  limitMs = LIMIT_MS,
): Promise<Operation> {
  const started = await api.call<{ id: string }>(path, body);
  if (started.status !== 202) throw new Error(`${path}: ${started.status} ${JSON.stringify(started.body)}`);
  return endOf(api, started.content.id, limitMs);
}

/** The operation once it goes on no longer. */
export async function endOf(api: Api, id: string, limitMs = LIMIT_MS): Promise<Operation> {
  const until = performance.now() + limitMs;
  for (let pause = PAUSE.first; ; pause = Math.min(pause * 1.2, PAUSE.longest)) {
    const answer = await api.call<{ operations: Operation[] }>('async_operations/progress', { ids: [id] });
    const [operation] = answer.content.operations;
    if (operation !== undefined && operation.status !== OperationStatus.inProgress) return operation;
    if (performance.now() > until) throw new Error(`the operation goes on: ${JSON.stringify(operation)}`);
    await Bun.sleep(pause);
  }
}

/** Asks for the result of an operation, as a program does. */
export function download(origin: string, token: string | undefined, id: string): Promise<Response> {
  return fetch(`${origin}/api/async_operations/download`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': 'en-US',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ id }),
  });
}

/** Rows of a CSV file by RFC 4180, its byte order mark taken off. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at++) {
    const sign = text[at];
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if (sign === ',') {
      row.push(cell);
      cell = '';
    } else if (sign === '\r' && text[at + 1] === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
      at++;
    } else cell += sign;
  }
  return rows;
}
