import { errors, type Resource } from '@waypost/contract';
import { newRow, type SignedRequest } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import { type FaultyLine, type LineFault, type ReadLine, readAddressLines } from './address-lines.ts';

/** Lines of one call. */
export const MOST_LINES = 10_000;
/** Rows of one look into the store. */
const PORTION = 1_000;

const faultKey = (fault: LineFault | 'known' | 'count') => `system.ip_black.fault.${fault}`;

/** What is wrong with an address or an end that is put on a list of addresses, at its field. */
export function faultAt(path: string, fault: LineFault | 'count') {
  const params = fault === 'count' ? { most: MOST_LINES } : {};
  return errors.invalidInput.create({}, { errors: [{ path, message: faultKey(fault), params }] });
}

/**
 * Puts the lines that are right on a list whose rows have an `ip`, all in one transaction, and tells what is wrong with the
 * others.
 * @throws AppError `invalid_input` 422 for more lines than one call takes
 */
export async function addLines(
  context: PlatformContext,
  input: {
    resource: Resource;
    lines: string;
    /** Address of whoever asks, which must not be on the list; undefined: it may. */
    own: string | undefined;
    /** The row of a line. */
    rowOf(line: ReadLine): Record<string, unknown>;
  },
  request: SignedRequest,
) {
  const { resource, rowOf } = input;
  const { lines, faults } = readAddressLines(input.lines, {
    own: input.own,
    proxies: context.installation.trustedProxies(),
    now: context.clock.now(),
    timeZone: context.platform.timeZone,
    hasEnds: 'expires_at' in resource.fields,
  });
  if (lines.length + faults.length > MOST_LINES) throw faultAt('lines', 'count');
  const model = context.model(resource);
  const { ips, known } = await context.transaction(async (session) => {
    const there = new Set<string>();
    for (let at = 0; at < lines.length; at += PORTION) {
      const wanted = lines.slice(at, at + PORTION).map(({ ip }) => ip);
      const rows = await model.find({ ip: { $in: wanted } }, { ip: 1 }, { session }).lean();
      for (const row of rows) there.add(String(row.ip));
    }
    const fresh = lines.filter(({ ip }) => !there.has(ip));
    const rows = fresh.map((line) => newRow(context, resource, { ip: line.ip, ...rowOf(line) }));
    if (rows.length > 0) await model.insertMany(rows, { session });
    return { ips: fresh.map(({ ip }) => ip), known: lines.filter(({ ip }) => there.has(ip)) };
  });
  const told = [
    ...faults.map((line: FaultyLine) => ({ ...line, key: faultKey(line.fault) })),
    ...known.map((line) => ({ ...line, key: faultKey('known') })),
  ].sort((left, right) => left.row - right.row);
  return {
    ips,
    faults: told.map(({ row, text, key }) => ({ row, text, message: request.translate(key) })),
  };
}
