import type { Resource } from '@waypost/contract';
import type { AddressBlock, AddressBlocks } from '@waypost/sdk';
import { type PlatformContext, rangesAround } from '@waypost/sdk/platform';
import { ipBlack } from '../screens/ip_black/resource.ts';
import { serverAddress } from '../screens/server_ip_black/resource.ts';
import { visitBlock } from '../screens/visit_block/resource.ts';

/** Entries of one list. */
const MOST = 100;

type Row = Readonly<Record<string, unknown>> & { create_time: Date };

/** Which lists of the platform an address is on. */
export function addressBlocks(context: PlatformContext): AddressBlocks {
  const read = (resource: Resource, filter: object) =>
    context
      .model(resource)
      .find({ remove_time: null, ...filter })
      .sort({ create_time: 1, _id: 1 })
      .limit(MOST)
      .lean();
  return {
    of: async (ip) => {
      const ranges = rangesAround(ip);
      if (ranges.length === 0) return [];
      const [everywhere, servers, owners] = await Promise.all([
        read(ipBlack, {
          ip: { $in: ranges },
          $or: [{ expires_at: null }, { expires_at: { $gt: context.clock.date() } }],
        }),
        read(serverAddress, { ip: { $in: ranges } }),
        read(visitBlock, { kind: 'address', value: { $in: ranges } }),
      ]);
      return [
        ...everywhere.map(
          (row): AddressBlock => ({
            ...entry('ip_black', row, row.ip, row.reason),
            expires_at: row.expires_at instanceof Date ? row.expires_at.toISOString() : null,
          }),
        ),
        ...servers.map(
          (row): AddressBlock => ({
            ...entry('server_ip_black', row, row.ip, row.remark),
            treatment: row.treatment === 'refuse' ? 'refuse' : 'bot',
          }),
        ),
        ...owners.map(
          (row): AddressBlock => ({
            ...entry('visit_block', row, row.value, row.reason),
            owner: String(row.owner),
          }),
        ),
      ];
    },
  };
}

const entry = (list: AddressBlock['list'], row: Row, ip: unknown, note: unknown): AddressBlock => ({
  list,
  id: String(row._id),
  ip: String(ip),
  note: String(note ?? ''),
  create_time: row.create_time.toISOString(),
});
