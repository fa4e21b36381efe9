import { type BodyOf, errors, type RowOf } from '@waypost/contract';
import {
  createTable,
  newRow,
  type OperationRun,
  type ResourceBinding,
  type SignedRequest,
} from '@waypost/sdk';
import { ipBlockOf, type PlatformContext } from '@waypost/sdk/platform';
import { type batchAddCall, MOST_LINES } from './calls.ts';
import { type FaultyLine, type LineFault, readLines } from './read-lines.ts';
import { ipBlack } from './resource.ts';

type IpBlack = typeof ipBlack;
type BatchBody = BodyOf<typeof batchAddCall>;

/** Rows of one look into the store. */
const PORTION = 1_000;

/** The functions behind resource `system.ip_black`. */
export function bindIpBlack(context: PlatformContext): ResourceBinding<IpBlack> {
  const { clock } = context;
  const requireFuture = (expires_at: string | null | undefined) => {
    if (expires_at && Date.parse(expires_at) <= clock.now()) throw faultAt('expires_at', 'end');
  };
  return {
    filters: {
      state: (value) =>
        value === 'active'
          ? { $or: [{ expires_at: null }, { expires_at: { $gt: clock.date() } }] }
          : { expires_at: { $lte: clock.date() } },
    },
    present: async (rows) =>
      rows.map((row): RowOf<IpBlack> => ({ ...row, state: stateOf(row.expires_at ?? null, clock.now()) })),
    beforeCreate: async (body, { request }) => {
      const found = ipBlockOf({
        text: body.ip,
        own: request.address,
        proxies: context.installation.trustedProxies(),
      });
      if ('fault' in found) throw faultAt('ip', found.fault);
      requireFuture(body.expires_at);
      return { ...body, ip: found.ip, author: request.caller.account };
    },
    beforeUpdate: async ({ id: _id, version: _version, ...fields }) => {
      requireFuture(fields.expires_at);
      return fields;
    },
  };
}

function stateOf(expires_at: string | null, now: number): 'active' | 'ended' {
  return expires_at !== null && Date.parse(expires_at) <= now ? 'ended' : 'active';
}

const faultKey = (fault: LineFault | 'known' | 'count') => `system.ip_black.fault.${fault}`;

function faultAt(path: string, fault: LineFault | 'count') {
  const params = fault === 'count' ? { most: MOST_LINES } : {};
  return errors.invalidInput.create({}, { errors: [{ path, message: faultKey(fault), params }] });
}

/**
 * Puts the lines that are right on the list, all in one transaction, and tells what is wrong with the others.
 * @throws AppError `invalid_input` 422 for more lines than one call takes, and for an end that has passed
 */
export async function addLines(context: PlatformContext, body: BatchBody, request: SignedRequest) {
  const { clock } = context;
  if (body.expires_at && Date.parse(body.expires_at) <= clock.now()) throw faultAt('expires_at', 'end');
  const { lines, faults } = readLines(body.lines, {
    own: request.address,
    proxies: context.installation.trustedProxies(),
    now: clock.now(),
  });
  if (lines.length + faults.length > MOST_LINES) throw faultAt('lines', 'count');
  const model = context.model(ipBlack);
  const { ips, known } = await context.transaction(async (session) => {
    const there = new Set<string>();
    for (let at = 0; at < lines.length; at += PORTION) {
      const wanted = lines.slice(at, at + PORTION).map(({ ip }) => ip);
      const rows = await model.find({ ip: { $in: wanted } }, { ip: 1 }, { session }).lean();
      for (const { ip } of rows) there.add(String(ip));
    }
    const fresh = lines.filter(({ ip }) => !there.has(ip));
    const rows = fresh.map(({ ip, reason, expires_at }) =>
      newRow(context, ipBlack, {
        ip,
        reason: reason === '' ? (body.reason ?? '') : reason,
        expires_at: (expires_at === undefined ? (body.expires_at ?? null) : expires_at) as never,
        author: request.caller.account,
      }),
    );
    if (rows.length > 0) await model.insertMany(rows as never, { session });
    return { ips: fresh.map(({ ip }) => ip), known: lines.filter(({ ip }) => there.has(ip)) };
  });
  const { reason = '', expires_at = null } = body;
  await context.audit({
    type: 'system.ip_black.batch_add',
    after: { count: ips.length, ips, reason, expires_at },
    request,
  });
  const told = [
    ...faults.map((line: FaultyLine) => ({ ...line, key: faultKey(line.fault) })),
    ...known.map((line) => ({ ...line, key: faultKey('known') })),
  ].sort((left, right) => left.row - right.row);
  return {
    added: ips.length,
    faults: told.map(({ row, text, key }) => ({ row, text, message: request.translate(key) })),
  };
}

/** Writes the list as a table that `batch_add` reads again. */
export async function exportIpBlack(
  context: PlatformContext,
  run: OperationRun<{ format?: string | undefined }>,
): Promise<void> {
  const { signal, translate } = run;
  const model = context.model(ipBlack);
  const total = await model.countDocuments({});
  run.progress(0, total);
  const table = await createTable(context, run, {
    name: `${translate('menu.ip_black')} ${context.clock.date().toISOString().slice(0, 10)}`,
    columns: ['ip', 'reason', 'expires_at', 'author', 'create_time'],
    format: run.input.format,
  });
  let done = 0;
  for await (const row of model.find({}).sort({ ip: 1 }).lean().cursor({ batchSize: PORTION })) {
    signal.throwIfAborted();
    const { ip, reason, expires_at, author, create_time } = row as unknown as Record<string, unknown>;
    await table.write(
      [ip, reason, isoOf(expires_at), author, isoOf(create_time)].map((cell) => String(cell ?? '')),
    );
    run.progress(++done, Math.max(total, done));
  }
  await table.end();
}

const isoOf = (time: unknown) => (time instanceof Date ? time.toISOString() : '');
