import { type BodyOf, errors, type Page, paging } from '@waypost/contract';
import {
  ADDRESS_BLOCKS,
  type AddressBlocks,
  createTable,
  formatAddress,
  type OperationRun,
  type PluginContext,
  parseAddress,
} from '@waypost/sdk';
import { z } from 'zod';
import { ownerNames } from '../../codes/present.ts';
import { withCodes } from '../../codes/with-codes.ts';
import { dayText } from '../../statistics/range.ts';
import type { Visitor } from '../visitor/calls.ts';
import { deviceName } from '../visitor/device-name.ts';
import { type addressCodesCall, type BlockEntry, zAddressExport } from './calls.ts';

/** Whoever looks an address up sees everybody's codes. */
const OF_EVERYBODY = { scope: {}, tellsOwners: true };

/**
 * The one spelling of an address.
 * @throws AppError `invalid_input` 422 at `ip` for what is no single address
 */
export function requireAddress(text: string): string {
  const bytes = parseAddress(text.trim());
  if (bytes !== undefined) return formatAddress(bytes);
  throw errors.invalidInput.create({}, { errors: [{ path: 'ip', message: 'qr.checkout_ip.fault.form' }] });
}

/** What is known of an address. */
export async function checkOut(context: PluginContext, text: string) {
  const ip = requireAddress(text);
  const [facts, blocks] = await Promise.all([context.visits.address(ip), blocksOf(context, ip)]);
  return { ...facts, days: facts.days.map(({ day, ...sums }) => ({ day: dayText(day), ...sums })), blocks };
}

async function blocksOf(context: PluginContext, ip: string): Promise<BlockEntry[]> {
  const blocks = (await context.require<AddressBlocks>(ADDRESS_BLOCKS)?.of(ip)) ?? [];
  const names = await ownerNames(
    context,
    blocks.flatMap(({ owner }) => owner ?? []),
  );
  return blocks.map((block) => ({ ...block, owner_account: names[block.owner ?? ''] ?? '' }));
}

/** One page of the codes that an address has visited. */
export async function addressCodes(
  context: PluginContext,
  { ip: text, ...wish }: BodyOf<typeof addressCodesCall>,
): Promise<Page<Visitor>> {
  const { page, page_size } = paging(wish);
  const ips = [requireAddress(text)];
  const { content, ...counted } = await context.visits.visitors({ ...wish, ips, scope: {}, page, page_size });
  return { content: await withCodes(context, content, OF_EVERYBODY), ...counted, page, page_size };
}

export const zAddressExportInput = z.strictObject({ query: zAddressExport });

const COLUMNS = [
  'name',
  'short_code',
  'owner_account',
  'device',
  'app',
  'count',
  'first_time',
  'last_time',
] as const;

/** Writes the codes that an address has visited as a table. */
export async function exportAddressCodes(
  context: PluginContext,
  run: OperationRun<z.infer<typeof zAddressExportInput>>,
): Promise<void> {
  const { translate, signal } = run;
  const { ip, format, ...query } = run.input.query;
  const table = await createTable(context, run, {
    name: `${translate('menu.checkout_ip')} ${ip.replaceAll(':', '-')}`,
    columns: COLUMNS.map((column) =>
      translate(column === 'short_code' ? 'qr.code.short_code' : `qr.address_visit.${column}`),
    ),
    format,
  });
  const asked = { ...query, ips: [ip], scope: {} };
  let done = 0;
  for await (const visitors of context.visits.visitorStream(asked, signal)) {
    signal.throwIfAborted();
    for (const row of await withCodes(context, visitors, OF_EVERYBODY)) {
      const cells = {
        ...row,
        name: row.name || translate('qr.visit.link.purged'),
        device: deviceName(row, translate),
        app: translate(`qr.visit.app.${row.app}`),
      };
      await table.write(COLUMNS.map((column) => cells[column]));
    }
    done += visitors.length;
    run.progress(done, done);
  }
  await table.end();
}
