import { type BodyOf, errors, paging } from '@waypost/contract';
import type { PluginContext, SignedRequest } from '@waypost/sdk';
import { ownHost } from '../../codes/hosts/own-host.ts';
import { type StoredCode, shortUrlOf } from '../../codes/link.ts';
import { MOST_LINES, readAskedLines } from '../../codes/look-up/asked-lines.ts';
import { readBlocks } from '../../codes/look-up/blocks.ts';
import { type FoundLine, lookUpLines, MOST_CODES, MOST_OF_A_LINE } from '../../codes/look-up/look-up.ts';
import { codeRow, ownerNames } from '../../codes/present.ts';
import { seesEveryOwner } from '../../codes/scope.ts';
import { statusOf } from '../../codes/status/rules.ts';
import type { batchQueryCall, LineFound } from './calls.ts';
import { LINE_STATUSES } from './resource.ts';

export type BatchQuery = Omit<BodyOf<typeof batchQueryCall>, 'page' | 'page_size'>;

/** `owner`: whose codes alone; undefined: everyone's, and whose they are is told. */
interface Asker {
  owner: string | undefined;
  translate: SignedRequest['translate'];
}

export const askerOf = (request: SignedRequest): Asker => ({
  owner: seesEveryOwner(request) ? undefined : request.caller.id,
  translate: request.translate,
});

/** @throws AppError `invalid_input` 422 at `lines` for more lines than are looked up at once, and for none */
export function requireLines(lines: string): void {
  const { length } = readAskedLines(lines);
  if (length > 0 && length <= MOST_LINES) return;
  const message = length === 0 ? 'qr.batch_query.fault.empty' : 'qr.batch_query.fault.count';
  throw errors.invalidInput.create(
    {},
    { errors: [{ path: 'lines', message, params: { most: MOST_LINES } }] },
  );
}

/** One page of what is found for pasted lines. */
export async function listFound(
  context: PluginContext,
  wish: BodyOf<typeof batchQueryCall>,
  request: SignedRequest,
) {
  const { page, page_size, skip } = paging(wish);
  requireLines(wish.lines);
  const { rows, all, has_blocks } = await findRows(context, wish, askerOf(request));
  const counts = Map.groupBy(all, ({ status }) => status);
  return {
    content: rows.slice(skip, skip + page_size),
    count: rows.length,
    page,
    page_size,
    has_blocks,
    statuses: Object.fromEntries(
      LINE_STATUSES.map((status) => [status, counts.get(status)?.length ?? 0]),
    ) as Record<LineFound['status'], number>,
  };
}

/** Every row that a question finds, in its order; `all`: whatever their state. */
export async function findRows(
  context: PluginContext,
  { lines, status, block_status, sort_field = 'line', sort_order = 'asc' }: BatchQuery,
  asker: Asker,
): Promise<{ rows: LineFound[]; all: LineFound[]; has_blocks: boolean }> {
  const found = await lookUpLines(context, lines, asker.owner);
  const { all, has_blocks } = await presentLines(context, found, asker);
  const isOf = <T>(asked: readonly T[] | undefined, value: T) =>
    asked === undefined || asked.length === 0 || asked.includes(value);
  const sign = sort_order === 'asc' ? 1 : -1;
  const rows = all
    .filter((row) => isOf(status, row.status) && isOf<number | null>(block_status, row.block_status))
    .sort((left, right) => (left[sort_field] - right[sort_field]) * sign || left.line - right.line);
  return { rows, all, has_blocks };
}

async function presentLines(context: PluginContext, found: readonly FoundLine[], asker: Asker) {
  const codes = found.flatMap((line) => line.codes);
  const { publicUrl } = context.platform;
  const hostOf = (code: StoredCode) => code.domain || ownHost(context);
  const [totals, owners, blocks] = await Promise.all([
    context.visits.totals([...new Set(codes.map(({ _id }) => String(_id)))]),
    ownerNames(context, asker.owner === undefined ? codes.map(({ owner }) => String(owner)) : []),
    readBlocks(context, codes.map(hostOf)),
  ]);
  const now = context.clock.now();
  const rowOf = (line: FoundLine, code: StoredCode, isFirst: boolean): LineFound => {
    const id = String(code._id);
    const owner = String(code.owner);
    const { view_number = 0 } = totals.get(id) ?? {};
    const owner_account = owners[owner] ?? '';
    return {
      ...emptyRow(line),
      id: `${line.line}:${id}`,
      status: code.remove_time ? 'removed' : statusOf({ ...codeRow(code), view_number }, now),
      // Once is enough.
      note: line.more && isFirst ? moreOf(line, asker) : '',
      link: id,
      name: code.name,
      short_url: shortUrlOf(code, publicUrl),
      owner_account,
      view_number,
      ...(owner_account === '' ? {} : { owner }),
      block_status: blocks?.get(hostOf(code)) ?? null,
    };
  };
  const all = found.flatMap((line) =>
    line.codes.length === 0
      ? [rowWithout(line, asker)]
      : line.codes.map((code, at) => rowOf(line, code, at === 0)),
  );
  return { all, has_blocks: blocks !== undefined };
}

const moreOf = ({ codes }: FoundLine, { translate }: Asker): string =>
  codes.length === MOST_OF_A_LINE
    ? translate('qr.batch_query.note.more', { most: MOST_OF_A_LINE })
    : translate('qr.batch_query.note.full', { most: MOST_CODES });

function rowWithout(line: FoundLine, asker: Asker): LineFound {
  const { wanted, more } = line;
  if ('fault' in wanted)
    return {
      ...emptyRow(line),
      status: 'wrong',
      note: asker.translate(`qr.batch_query.fault.${wanted.fault}`),
    };
  const note = more ? moreOf(line, asker) : asker.translate(`qr.batch_query.unknown.${wanted.kind}`);
  return { ...emptyRow(line), note };
}

const emptyRow = ({ line, text }: FoundLine): LineFound => ({
  id: String(line),
  line,
  text,
  note: '',
  link: '',
  name: '',
  short_url: '',
  owner_account: '',
  status: 'unknown',
  block_status: null,
  view_number: 0,
});
