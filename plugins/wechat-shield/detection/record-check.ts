import { addRow, type PluginContext } from '@waypost/sdk';
import type { StoredCheck } from '../hosts/stored.ts';
import { type CHECK_REASONS, checkResource } from '../screens/wx_shield_detection/resource.ts';
import type { Detected } from './detect.ts';

/** Letters of an address that are kept. */
const ADDRESS_LETTERS = 500;

/** Writes down what was found, for the history. */
export function recordCheck(
  context: PluginContext,
  { status, votes, ms }: Detected,
  about: {
    address: string;
    host: string;
    owner: string;
    quorum: number;
    reason: (typeof CHECK_REASONS)[number];
  },
): Promise<StoredCheck> {
  const { owner, address, ...facts } = about;
  return addRow(
    context,
    checkResource,
    {
      ...facts,
      address: address.slice(0, ADDRESS_LETTERS),
      status,
      votes,
      ms,
      providers: votes.map(({ name }) => name).join(', '),
      time: context.clock.date(),
    },
    { owner, audit: false },
  );
}
