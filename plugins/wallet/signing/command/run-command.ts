import { readAddress } from '../../chain/addresses/tron-address.ts';
import { NETWORKS } from '../../chain/networks/values.ts';
import type { SigningLimits } from '../signer.ts';
import type { OpenVault } from '../vault/vault.ts';

/** What cannot be done, as a sentence that says what to do. */
export class CommandFault extends Error {
  override readonly name = 'CommandFault';
}

export interface CommandDone {
  value: unknown;
  lines: string[];
}

/** Commands, with what stands behind each and what it does. */
export const SIGNER_COMMANDS = [
  ['list', '', 'keys, limits, and whose approvals count'],
  ['trust', 'FINGERPRINT', 'approvals by this key count from now on'],
  ['distrust', 'FINGERPRINT', 'approvals by this key count no more'],
  ['set', 'NAME VALUE', 'one limit; sums in USDT, fees in TRX'],
  ['allow', 'ADDRESS', 'a receiver that may be paid; with the first one nobody else may'],
  ['disallow', 'ADDRESS', 'takes a receiver off the list'],
  ['resume', '', 'pays again after a restore: what was paid since the backup is known, and dealt with'],
  [
    'rotate',
    '',
    'locks all keys with the master key of WALLET_NEW_MASTER_KEY instead; Waypost is stopped meanwhile',
  ],
] as const;

const MICRO = 1_000_000;
const WHOLE = /^\d{1,12}(?:\.\d{1,6})?$/;
const DECIMALS = 6;

/** What `set` sets: a name as people type it, and how its value is read. */
const SETTINGS: Readonly<
  Record<string, { field: Exclude<keyof SigningLimits, 'receivers'>; kind: 'sum' | 'address' | 'network' }>
> = {
  network: { field: 'network', kind: 'network' },
  contract: { field: 'contract', kind: 'address' },
  'collect-to': { field: 'collect_to', kind: 'address' },
  single: { field: 'single', kind: 'sum' },
  daily: { field: 'daily', kind: 'sum' },
  'two-above': { field: 'two_above', kind: 'sum' },
  'fee-limit': { field: 'fee_limit', kind: 'sum' },
  'fund-single': { field: 'fund_single', kind: 'sum' },
  'fund-run': { field: 'fund_run', kind: 'sum' },
  'fund-daily': { field: 'fund_daily', kind: 'sum' },
};

/** Runs one command over what the signer keeps. @throws CommandFault */
export function runCommand(vault: OpenVault, words: readonly string[]): CommandDone {
  const [verb = '', ...rest] = words;
  const [first = '', second = ''] = rest;
  const most = { list: 0, resume: 0, trust: 1, distrust: 1, set: 2, allow: 1, disallow: 1 }[verb];
  if (most === undefined) throw new CommandFault(usage());
  if (rest.length !== most) throw new CommandFault(usage());
  if (verb === 'list') return listed(vault);
  if (verb === 'resume') return resume(vault);
  if (verb === 'trust') return trust(vault, first);
  if (verb === 'distrust') return distrust(vault, first);
  if (verb === 'set') return set(vault, first, second);
  return receivers(vault, verb, first);
}

export function usage(): string {
  const rows = SIGNER_COMMANDS.map(
    ([verb, operands, text]) => [`signer ${verb} ${operands}`.trim(), text] as const,
  );
  const width = Math.max(...rows.map(([typed]) => typed.length));
  return [
    'Usage: waypost signer <command>',
    '',
    ...rows.map(([typed, text]) => `  ${typed.padEnd(width)}  ${text}`),
    '',
    `Limits: ${Object.keys(SETTINGS).join(', ')}.`,
    'The master key is given as for Waypost itself: WALLET_MASTER_KEY or WALLET_MASTER_KEY_FILE.',
  ].join('\n');
}

const plain = (fingerprint: string) => fingerprint.toLowerCase().replace(/[^0-9a-f]/g, '');

function trust({ state, did }: OpenVault, given: string): CommandDone {
  const found = [...state.offered.values()].find(({ fingerprint }) => plain(fingerprint) === plain(given));
  if (found === undefined)
    throw new CommandFault(
      `No browser has offered a key ${given}. Compare the whole fingerprint with the one on the approver's screen; "waypost signer list" shows those that wait.`,
    );
  const { approver, public_key, fingerprint } = found;
  did({ kind: 'trusted', approver, public_key, by: 'command_line' });
  return { value: { approver, fingerprint }, lines: [`Approvals by ${fingerprint} count from now on.`] };
}

function distrust({ state, did }: OpenVault, given: string): CommandDone {
  const found = [...state.trusted.values(), ...state.offered.values()].find(
    ({ fingerprint }) => plain(fingerprint) === plain(given),
  );
  if (found === undefined)
    throw new CommandFault(`There is no key ${given}. "waypost signer list" shows them.`);
  const { approver, public_key, fingerprint } = found;
  did({ kind: 'distrusted', public_key });
  return { value: { approver, fingerprint }, lines: [`Approvals by ${fingerprint} count no more.`] };
}

function resume({ state, did }: OpenVault): CommandDone {
  if (!state.isHeld) throw new CommandFault('Nothing was restored since payouts were resumed last.');
  did({ kind: 'resumed' });
  return {
    value: { is_held: false },
    lines: ['Withdrawals are paid again, once ten minutes have passed on the chain since the restore.'],
  };
}

function set({ state, did }: OpenVault, name: string, value: string): CommandDone {
  const setting = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined;
  if (setting === undefined)
    throw new CommandFault(`There is no limit "${name}". There are: ${Object.keys(SETTINGS).join(', ')}.`);
  const read = { sum: readSum, address: readReceiver, network: readNetwork }[setting.kind](value);
  const limits = { ...state.limits, receivers: [...state.limits.receivers], [setting.field]: read };
  did({ kind: 'limits', limits });
  return { value: { [setting.field]: read }, lines: [`${name} is ${value} now.`] };
}

function receivers({ state, did }: OpenVault, verb: string, given: string): CommandDone {
  const address = readReceiver(given);
  const others = state.limits.receivers.filter((one) => one !== address);
  if (verb === 'disallow' && others.length === state.limits.receivers.length)
    throw new CommandFault(`${address} is not on the list.`);
  const list = verb === 'allow' ? [...others, address] : others;
  if (list.length > 1_000) throw new CommandFault('The list has 1,000 receivers already.');
  did({ kind: 'limits', limits: { ...state.limits, receivers: list } });
  const sentence =
    list.length === 0
      ? 'The list is empty: all approved receivers may be paid.'
      : `${list.length} may be paid.`;
  return { value: { receivers: list }, lines: [sentence] };
}

function readSum(text: string): string {
  if (!WHOLE.test(text)) throw new CommandFault(`Expected a sum such as 500 or 12.5, got ${text}.`);
  const [whole = '0', part = ''] = text.split('.');
  return String(BigInt(whole) * BigInt(MICRO) + BigInt(part.padEnd(DECIMALS, '0')));
}

function readReceiver(text: string): string {
  const read = readAddress(text);
  if ('fault' in read) throw new CommandFault(`Expected an address of Tron as wallets show it, got ${text}.`);
  return read.address;
}

function readNetwork(text: string): string {
  if (!NETWORKS.some((network) => network === text))
    throw new CommandFault(`Expected ${NETWORKS.join(', ')}, got ${text}.`);
  return text;
}

function listed(vault: OpenVault): CommandDone {
  const { limits, trusted, offered, restoredTime, isHeld } = vault.state;
  const whole = (amount: string) => String(Number(amount) / MICRO);
  const keys = vault.keys();
  const lines = [
    ...(isHeld
      ? [
          `Restored at ${restoredTime}: no withdrawal is paid. Look on the chain for what was paid since the backup, then "waypost signer resume"`,
        ]
      : []),
    `Keys (${keys.length})`,
    ...keys.map(
      ({ id, kind, address, remove_time }) =>
        `  ${id}  ${kind}  ${address}${remove_time === null ? '' : '  removed'}`,
    ),
    'Approvals count by',
    ...[...trusted.values()].map(({ fingerprint, approver }) => `  ${fingerprint}  account ${approver}`),
    'Wait for "waypost signer trust"',
    ...[...offered.values()].map(({ fingerprint, approver }) => `  ${fingerprint}  account ${approver}`),
    'Limits',
    ...Object.entries(SETTINGS).map(
      ([name, { field, kind }]) =>
        `  ${name.padEnd(12)} ${kind === 'sum' ? whole(limits[field]) : limits[field] || '-'}`,
    ),
    `  receivers    ${limits.receivers.length === 0 ? 'all that were approved' : limits.receivers.join(' ')}`,
  ];
  const value = {
    head: vault.head(),
    keys,
    limits,
    trusted: [...trusted.values()],
    offered: [...offered.values()],
    restored_time: restoredTime,
    is_held: isHeld,
  };
  return { value, lines };
}
